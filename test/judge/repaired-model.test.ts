/** A model whose answers were unusable, and that was repaired. */
import { expect, test } from "vitest";
import type { JudgedMetric } from "../../src/engine/judge/metric.ts";
import { evaluateMetric } from "../../src/service/evaluation/evaluate-metric.ts";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import type { CachedAnswer } from "../../src/service/model/cache.ts";
import { createHttpModel } from "../../src/service/model/http-model.ts";
import { completion } from "../support/completions.ts";
import { useRecorder } from "../support/recorder.ts";

const server = useRecorder();

const metric: JudgedMetric = { name: "Disclosure", response_type: "pass_fail" };
const input = {
  metadata: {},
  builtins: new Map(),
  conversation: { transcript: [{ speaker: "AGENT", utterance: "This line is recorded." }] },
};

function judge() {
  const kept = new Map<string, CachedAnswer>();
  const cache = {
    get: async (key: string) => kept.get(key),
    put: async (key: string, answer: CachedAnswer) => void (kept.has(key) || kept.set(key, answer)),
  };
  return () =>
    evaluateMetric(metric, input, { model: createHttpModel({ base_url: server.url(), model: "m", cache }) });
}

const answerWith = (fields: (turn: number) => object) => {
  let turn = 0;
  server.answer(({ body }) => {
    const [system, user] = body.messages;
    return completion(answerTo(readPrompt(system.content, user.content), fields(turn++)));
  });
};

test("is asked again, because an unusable answer is not the last word", async () => {
  const evaluate = judge();
  answerWith(() => ({ nonce: "of another question" }));
  expect(await evaluate()).toMatchObject({ status: "ERROR", reason: "unreadable_answer" });
  answerWith(() => ({}));
  expect(await evaluate()).toMatchObject({ status: "EVALUATED", value: true });
  const asked = server.requests.length;
  expect(await evaluate()).toMatchObject({ status: "EVALUATED", value: true });
  expect(server.requests).toHaveLength(asked);
});

test("a verdict that took two answers needs no model when it is repeated", async () => {
  const evaluate = judge();
  answerWith((turn) => (turn === 0 ? { nonce: "of another question" } : { value: false }));
  expect(await evaluate()).toMatchObject({ status: "EVALUATED", value: false });
  const asked = server.requests.length;
  expect(await evaluate()).toMatchObject({ status: "EVALUATED", value: false });
  expect(server.requests).toHaveLength(asked);
});
