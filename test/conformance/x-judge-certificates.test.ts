import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault } from "../support/expect.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const certificate = {
  metric: "Disclosure",
  response_type: "pass_fail",
  metric_sha256: "a".repeat(64),
  question_sha256: "b".repeat(64),
  model: "judge-1",
  votes: 3,
  labels_sha256: "c".repeat(64),
  measured: {
    examples: 4,
    judged: 4,
    accuracy: 0.75,
    f1: 0.8,
    mean_absolute_error: null,
    flip_rate: 0,
    kappa: { value: 0.5, lower: 0, upper: 1 },
    classes: [
      { class: "true", labelled: 2, sensitivity: { value: 1, lower: 0.3, upper: 1 }, specificity: null },
    ],
    cost: { calls: 12, prompt_tokens: null, completion_tokens: null },
    confusion: [{ expected: "true", got: "true", count: 2 }],
  },
};

describe("/v1/judge-certificates", () => {
  test("returns what was stored, newest first, only to its organization", async () => {
    const stored = await acme("POST", "/v1/judge-certificates", certificate);
    expectAnswer("store_judge_certificate", stored);
    const listed = await acme("GET", "/v1/judge-certificates");
    expectAnswer("list_judge_certificates", listed);
    expect(listed.body).toMatchObject({
      total_count: 1,
      certificates: [{ ...certificate, made_at: stored.body.made_at }],
    });
    expect((await rival("GET", "/v1/judge-certificates")).body.certificates).toEqual([]);
  });

  test("replaces what was stored for the same question, model, votes, and labels; anything else is added", async () => {
    const measured = { ...certificate.measured, accuracy: 1 };
    await acme("POST", "/v1/judge-certificates", { ...certificate, measured });
    await acme("POST", "/v1/judge-certificates", { ...certificate, model: "judge-2" });
    const { body } = await acme("GET", "/v1/judge-certificates");
    const found = body.certificates.map(({ model, measured: { accuracy } }: typeof certificate) => [
      model,
      accuracy,
    ]);
    expect(found.toSorted()).toEqual([
      ["judge-1", 1],
      ["judge-2", 0.75],
    ]);
  });

  test("refuses invalid certificates", async () => {
    const body = { ...certificate, question_sha256: "secret" };
    expectFault(
      await acme("POST", "/v1/judge-certificates", body),
      ["body", "question_sha256"],
      "value_error",
    );
  });
});
