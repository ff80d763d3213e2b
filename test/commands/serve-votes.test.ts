/** `parley serve --votes`: how often a model is asked for one verdict. The majority decides. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import { useCli } from "../support/cli.ts";
import { completion } from "../support/completions.ts";
import { evaluated } from "../support/evaluations.ts";
import { makeMetric } from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { startServiceIn } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const model = useRecorder();
const parley = useCli();
const KEY = "pk_test_acme";
const SEED = {
  kind: "Seed",
  organizations: [{ name: "acme", api_key: KEY, agents: [{ id: 101, name: "Front desk", mode: "TEXT" }] }],
};

/**
 * Whether a judge passes that says yes to every first question and no to all others, and how often it was
 * asked.
 */
async function judgedWith(...flags: string[]) {
  let asked = 0;
  model.answer(({ body }) => {
    const [system, user] = body.messages;
    const answer = { value: asked++ === 0, reasoning: "So it says." };
    return completion(answerTo(readPrompt(system.content, user.content), answer));
  });
  writeFileSync(join(parley.home, "seed.json"), JSON.stringify(SEED));
  const env = { PARLEY_LLM_BASE_URL: model.url(), PARLEY_LLM_MODEL: "judge-1" };
  const service = await startServiceIn(env, parley, "--memory", "--seed", "seed.json", ...flags);
  try {
    const calls = callsWith(service.url, KEY);
    const metric = await makeMetric(calls, {
      name: "Disclosure",
      response_type: "pass_fail",
      description: "The agent says that the call is recorded.",
      agent_ids: [101],
    });
    const { evaluation } = await evaluated(calls, {
      agent_id: "101",
      transcript: [{ speaker: "AGENT", utterance: "This call is recorded." }],
      custom_metrics: [metric.id],
    });
    const verdict = evaluation.verdicts.find(({ name }: { name: string }) => name === "Disclosure");
    return { asked, value: verdict?.value };
  } finally {
    await service.stop("SIGTERM");
  }
}

test("one vote is one question, and decides", async () => {
  expect(await judgedWith("--votes", "1")).toEqual({ asked: 1, value: true });
});

test("of five votes, the majority decides", async () => {
  const { asked, value } = await judgedWith("--votes", "5");
  expect(value).toBe(false);
  expect(asked).toBeGreaterThanOrEqual(3);
  expect(asked).toBeLessThanOrEqual(5);
});

test.each(["0", "10", "1.5", "many"])("%s votes are refused before anything starts", async (votes) => {
  const { code, stderr } = await parley(["serve", "--memory", "--port", "0", "--votes", votes]);
  expect(code).toBe(2);
  expect(stderr).toContain("--votes");
});
