import { describe, expect, test } from "vitest";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import { completion, refusal } from "../support/completions.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";

const server = useRecorder();
const withModel = useService(undefined, () => ({
  model: { base_url: `${server.url()}/v1`, model: "judge-1", api_key: "sk-test" },
}));
const without = useService();

const metric = {
  name: "Disclosure",
  description: "The agent says that the line is recorded.",
  response_type: "pass_fail",
};
const example = (utterance: string) => ({ transcript: [{ speaker: "AGENT", utterance }] });
const calibrate = (body: unknown, { acme } = withModel) => acme("POST", "/v1/judge-calibration", body);

/** A model that looks for the word in the first turn. */
const reading = (word: string) =>
  server.answer(({ body }) => {
    const [system, user] = body.messages;
    const asked = readPrompt(system.content, user.content);
    return completion(answerTo(asked, { value: asked.data.turns[0].text.includes(word) }));
  });

describe("POST /v1/judge-calibration", () => {
  test("takes nothing from fields of an example that the contract does not know", async () => {
    reading("recorded");
    const unchecked = { reference_transcript: [{}], duration_ms: "x", truth: 7, hints: null };
    const examples = [{ ...example("Your words are recorded."), ...unchecked }];
    const reply = await calibrate({ metric, examples, votes: 1 });
    expect(reply.status).toBe(200);
    expect(reply.body.results).toMatchObject([{ status: "EVALUATED", value: true }]);
  });

  test("answers the results of the judge in the order of the examples", async () => {
    reading("recorded");
    const examples = [
      example("This line is recorded."),
      example("Hello there."),
      example("We are recorded."),
    ];
    const reply = await calibrate({ metric, examples, votes: 1 });
    expectAnswer("calibrate_judge", reply);
    expect(reply.body.results.map(({ value }: { value: unknown }) => value)).toEqual([true, false, true]);
    expect(reply.body.results[0]).toMatchObject({
      status: "EVALUATED",
      method: "judge",
      model: "judge-1",
      agreement: null,
      evidence: [{ kind: "turn", turn: 1, speaker: "AGENT", quote: "This line is recorded." }],
      usage: { calls: 1, prompt_tokens: 7, completion_tokens: 3 },
    });
    expect(server.requests[0]?.headers.authorization).toBe("Bearer sk-test");
  });

  test("asks three times by default, and never asks again what was already answered", async () => {
    reading("recorded");
    const body = { metric, examples: [example("Recorded thrice, recorded.")] };
    const first = await calibrate(body);
    expect(first.body.results[0]).toMatchObject({ agreement: 1, usage: { calls: 3, cached_calls: 0 } });
    server.answer(refusal(500, "gone"));
    const second = await calibrate(body);
    expect(second.body.results[0]).toMatchObject({
      value: true,
      usage: { calls: 0, cached_calls: 3, prompt_tokens: 0 },
    });
    expect(server.requests).toHaveLength(3);
  });

  test("fills the variables of the metric from an example's metadata", async () => {
    reading("Ann");
    const greeting = { ...metric, description: "The agent greets {{name}}." };
    const examples = [{ ...example("Hello Ann."), metadata: { name: "Ann" } }, example("Hello Bob.")];
    const { body } = await calibrate({ metric: greeting, examples, votes: 1 });
    expect(body.results).toMatchObject([
      { status: "EVALUATED", value: true },
      { status: "NOT_EVALUATED", reason: "missing_variables", missing: ["metadata.name"] },
    ]);
  });

  test("evaluates rules without a model", async () => {
    const rules = { ...metric, scoring_guidance: '@rules\npass when agent says "recorded"' };
    const reply = await calibrate({ metric: rules, examples: [example("Recorded.")] }, without);
    expectAnswer("calibrate_judge", reply);
    expect(reply.body.results).toEqual([{ status: "EVALUATED", value: true, method: "rule" }]);
  });

  test("has no verdict without a model", async () => {
    const reply = await calibrate({ metric, examples: [example("Recorded.")] }, without);
    expectAnswer("calibrate_judge", reply);
    expect(reply.body.results[0]).toMatchObject({ status: "NOT_EVALUATED", reason: "no_model", value: null });
  });

  test("reports what the model's server answered if it gave no verdict", async () => {
    server.answer(refusal(401, "Incorrect API key: sk-test"));
    const reply = await calibrate({ metric, examples: [example("Nobody answers.")], votes: 1 });
    expectAnswer("calibrate_judge", reply);
    expect(reply.body.results[0]).toMatchObject({ status: "ERROR", reason: "model_error", value: null });
    expect(reply.body.results[0].message).toMatch(/answered with status 401: .*Incorrect API key: \*\*\*/);
  });

  test("answers 400 for a metric that contradicts itself, 422 for mistakes in its rules", async () => {
    const examples = [example("Hello.")];
    expectRefusal(
      await calibrate({ metric: { ...metric, response_type: "enum" }, examples }),
      400,
      /enum_options/,
    );
    const mistaken = { ...metric, scoring_guidance: "@rules\npass whn x" };
    expectFault(await calibrate({ metric: mistaken, examples }), ["body", "scoring_guidance"], "rule_error");
  });

  test.each([
    [{ metric, examples: [] }, ["body", "examples"], "list_too_short"],
    [{ metric, examples: [{ transcript: [] }] }, ["body", "examples", "0", "transcript"], "list_too_short"],
    [{ metric, examples: [example("x")], votes: 0 }, ["body", "votes"], "greater_than_equal"],
    [{ examples: [example("x")] }, ["body", "metric"], "missing"],
  ])("answers 422 for %j", async (body, loc, type) => {
    expectFault(await calibrate(body), loc, type);
  });
});
