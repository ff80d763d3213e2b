import { describe, expect, test } from "vitest";
import type { Conversation } from "../check/conversation.ts";
import { calibrateConversation } from "./apply.ts";
import { type Certificate, certificateFor } from "./certified.ts";
import { judgedRates, rateLine } from "./rates.ts";
import { readRequirement } from "./requirement.ts";

const certificate: Certificate = {
  metric: "Tone",
  metric_sha256: "m",
  question_sha256: "q",
  model: "judge-1",
  votes: 3,
  measured: {
    examples: 200,
    judged: 200,
    accuracy: 0.9,
    f1: 0.9,
    mean_absolute_error: null,
    flip_rate: 0.1,
    kappa: { value: 0.8, lower: 0.7, upper: 0.9 },
    classes: [],
    cost: { calls: 600, prompt_tokens: null, completion_tokens: null },
    confusion: [
      { expected: "true", got: "true", count: 90 },
      { expected: "true", got: "false", count: 10 },
      { expected: "false", got: "false", count: 80 },
      { expected: "false", got: "true", count: 20 },
    ],
  },
  abstention: null,
};

const vote = { status: "EVALUATED", value: true };
const verdict = (fields = {}) => ({
  name: "Tone",
  response_type: "pass_fail",
  status: "EVALUATED",
  value: true,
  method: "judge",
  model: "judge-1",
  metric_sha256: "m",
  question_sha256: "q",
  agreement: 1,
  votes: Array.from({ length: 3 }, () => vote),
  ...fields,
});
const conversation = (fields = {}, more: Partial<Conversation> = {}): Conversation => ({
  id: "1",
  digital_human_id: 1,
  status: "COMPLETED",
  outcome: "passed",
  criteria: { held: ["Goal", "Tone"], failed: [], unevaluated: [], error: [] },
  evaluation: { verdicts: [verdict(fields)] },
  ...more,
});
const required = readRequirement("kappa.lower>=0.5");

describe("a certificate", () => {
  test.each([
    ["the metric has changed", { metric_sha256: "n", question_sha256: "r" }],
    ["the judge's question has changed", { question_sha256: "r" }],
    ["another model judged", { model: "judge-2" }],
    ["the number of votes is different", { votes: [{ status: "EVALUATED", value: true }] }],
  ])("has expired if %s", (why, change) => {
    expect(certificateFor(verdict(change), [certificate])).toEqual({
      missing: `the certificate of its judge has expired: ${why}`,
    });
  });

  test("applies to the same metric under another name; the newest one counts", () => {
    const older = { ...certificate, metric: "Manners" };
    expect(certificateFor(verdict(), [older, certificate])).toEqual({ certificate: older });
  });
});

describe("a gate that asks for a certificate", () => {
  const judged = (conversation: Conversation, certificates = [certificate], condition = required) =>
    calibrateConversation(conversation, { certificates, required: condition });

  test("takes a certified verdict as it is", () => {
    expect(judged(conversation())).toEqual(conversation());
  });

  test.each([
    ["without one", [], required, "uncalibrated: no certificate says how well its judge agrees with people"],
    [
      "with one that shows too little",
      [certificate],
      readRequirement("kappa.lower>=0.75"),
      "uncalibrated: the certificate of its judge does not meet the condition: kappa.lower is 0.7, which is not >= 0.75",
    ],
  ])("leaves a verdict %s open, and the outcome that rests on it", (_, certificates, condition, message) => {
    expect(judged(conversation(), certificates, condition)).toMatchObject({
      outcome: "incompleted",
      outcome_reason: `not evaluated: Tone (${message})`,
      criteria: { held: ["Goal"], failed: [], unevaluated: ["Tone"] },
      evaluation: { verdicts: [{ status: "NOT_EVALUATED", reason: "uncalibrated", value: null }] },
    });
  });

  test("accepts no failure of a judge either, but one that does not need it remains", () => {
    const criteria = { held: [], failed: ["Tone"], unevaluated: [], error: [] };
    const failed = conversation({ value: false }, { outcome: "failed", criteria });
    expect(judged(failed, []).outcome).toBe("incompleted");
    const both = { ...failed, criteria: { ...criteria, failed: ["Tone", "Goal"] } };
    expect(judged(both, []).outcome).toBe("failed");
  });

  test("asks for none of a rule, and for one where a service does not say who judged", () => {
    const byRule = conversation({ method: "rule", model: undefined });
    expect(judged(byRule, [])).toEqual(byRule);
    expect(judged(conversation({ method: null }), []).outcome).toBe("incompleted");
  });
});

describe("a certificate with abstention", () => {
  const abstaining = { alpha: 0.1, least_agreement: 1, tuned_on: 9, checked_on: 9, answered: 9, wrong: 0 };
  const judged = (conversation: Conversation, abstention: Certificate["abstention"]) =>
    calibrateConversation(conversation, {
      certificates: [{ ...certificate, abstention }],
      required: undefined,
    });

  test("leaves a verdict open whose votes agree too little, whether or not the gate asks for a certificate", () => {
    expect(judged(conversation(), abstaining).outcome).toBe("passed");
    const split = conversation({ agreement: 2 / 3 });
    expect(judged(split, abstaining)).toMatchObject({
      outcome: "incompleted",
      outcome_reason: "not evaluated: Tone (abstained: the votes agree too little: 66.7%, not 100%)",
    });
    expect(judged(conversation(), { ...abstaining, least_agreement: null }).outcome).toBe("incompleted");
  });

  test("does so with the verdicts of a list, which has no evaluations", () => {
    const { evaluation: _, ...listed } = conversation();
    const judgedPart = [verdict({ agreement: 2 / 3 })];
    const one = { ...listed, criteria: { ...listed.criteria, judged: judgedPart } };
    expect(judged(one, abstaining).outcome).toBe("incompleted");
  });
});

describe("the pass rate of a judge", () => {
  const verdicts = Array.from({ length: 100 }, (_, at) => verdict({ value: at < 60 }));

  test("is corrected with the certificate's values", () => {
    const [rate] = judgedRates(verdicts, [certificate]);
    // (0.6 + 0.8 - 1) / (0.9 + 0.8 - 1)
    expect(rate?.corrected?.value).toBeCloseTo(4 / 7, 10);
    expect(rate && rateLine(rate)).toMatch(
      /^Tone by judge-1: 60 of 100 passed, 60% \(95%: 50\.2 to 69\.1%\); corrected 57\.1% \(95%: \d+(\.\d)? to \d+(\.\d)?%\)$/,
    );
  });

  test("is not corrected without a certificate, and says so", () => {
    const [rate] = judgedRates(verdicts, []);
    expect(rate && rateLine(rate)).toContain(
      "; not corrected: no certificate says how well its judge agrees with people",
    );
    const answered = (confusion: Certificate["measured"]["confusion"]) =>
      judgedRates(verdicts, [{ ...certificate, measured: { ...certificate.measured, confusion } }])[0]
        ?.uncorrected;
    const always = ["true", "false"].map((expected) => ({ expected, got: "true", count: 50 }));
    expect(answered(always)).toBe("its judge is no better than chance");
    expect(answered(always.slice(0, 1))).toBe(
      "its judge was calibrated on conversations with a single answer",
    );
  });

  test("leaves out verdicts by rules, and those that were not reached", () => {
    const others = [verdict({ method: "rule" }), verdict({ status: "NOT_EVALUATED", value: null })];
    expect(judgedRates(others, [certificate])).toEqual([]);
  });
});
