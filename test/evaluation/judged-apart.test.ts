/** A judge answers the same whether a conversation is evaluated in the service's thread or in a process. */
import { describe, expect, test } from "vitest";
import { prepareCaller } from "../../src/engine/caller/caller.ts";
import { createEvaluator } from "../../src/service/evaluation/evaluator.ts";
import type { CallTask, ResultTask } from "../../src/service/evaluation/task.ts";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import type { CachedAnswer } from "../../src/service/model/cache.ts";
import { createHttpModel } from "../../src/service/model/http-model.ts";
import { completion } from "../support/completions.ts";
import { evaluated, fixture } from "../support/evaluations.ts";
import { makeMetric } from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";

const server = useRecorder();
const { acme } = useService(undefined, () => ({ model: { base_url: server.url(), model: "m" } }));
const evaluate = createEvaluator();

const DISCLOSURE = {
  id: "1",
  metric: { name: "Disclosure", response_type: "pass_fail" as const },
  requested_by: ["custom_metrics" as const],
};
const SELECTED = { requested: [DISCLOSURE], gone: [] };
const SAID = "This line is recorded. ";
const EXPENSIVE = {
  id: "2",
  metric: {
    name: "Expensive",
    response_type: "pass_fail" as const,
    scoring_guidance: `@rules\n${Array.from({ length: 50 }, (_, at) => String.raw`pass when agent says /(?:\w{1,18} ?){1,18}\d{${10 + at}}/`).join("\n")}`,
  },
  requested_by: ["custom_metrics" as const],
};

interface Case {
  readonly characters: number;
  readonly reference?: true;
  readonly expensive?: true;
}

const callTask = ({ characters, reference, expensive }: Case): CallTask => {
  const utterance = SAID.repeat(Math.ceil(characters / SAID.length));
  const transcript = [{ speaker: "AGENT", utterance }];
  return {
    kind: "call",
    submission: JSON.stringify({
      agent_id: "101",
      start_time_utc: "2025-03-01T10:00:00Z",
      participants: [{ role: "AGENT" }, { role: "USER" }],
      transcript,
      ...(reference && { metadata: { reference_transcript: utterance } }),
    }),
    fetched_transcript: null,
    redact_pii: false,
    tool_effects: {},
    analysis: null,
    variables: {},
    selected: expensive ? { ...SELECTED, requested: [...SELECTED.requested, EXPENSIVE] } : SELECTED,
    evaluated_at: "2025-03-01T10:00:00.000Z",
  };
};

const resultTask = ({ characters }: Case): ResultTask => ({
  kind: "result",
  conversation: {
    transcript: [{ speaker: "AGENT", utterance: SAID.repeat(Math.ceil(characters / SAID.length)) }],
  },
  pursued: { caller: prepareCaller({ intent: "Ask for the hours." }), state: undefined, said: [] },
  goal_completed: true,
  end_reason: "goal_reached",
  variables: {},
  selected: SELECTED,
  evaluated_at: "2025-03-01T10:00:00.000Z",
  agent: { prompt: "", knowledge_base: "", goals: [], off: [] },
  probed: null,
});

const WAYS = [
  ["a small call, in the thread", callTask({ characters: 1000 })],
  ["a large call, in a process", callTask({ characters: 70_000 })],
  [
    "a call of 3 KB with a reference transcript, in the thread",
    callTask({ characters: 1400, reference: true }),
  ],
  [
    "a call of 5 KB with a reference transcript, in a process",
    callTask({ characters: 5000, reference: true }),
  ],
  [
    "a call with expensive rules, in the thread and then in a process",
    callTask({ characters: 9000, expensive: true }),
  ],
  ["a small conversation of a run, in the thread", resultTask({ characters: 1000 })],
  ["a large conversation of a run, in a process", resultTask({ characters: 70_000 })],
] as const;

/** Answers the question number `at` with what `answer` makes of it. `complete` makes an answer to it. */
function answerWith(answer: (complete: (fields: object) => string, at: number) => string): void {
  let at = 0;
  server.answer(({ body }) => {
    const [system, user] = body.messages;
    const { content } = user;
    const asked = readPrompt(system.content, typeof content === "string" ? content : content.at(-1).text);
    return completion(
      answer((fields) => answerTo(asked, { evidence: [{ turn: 1, quote: SAID.trim() }], ...fields }), at++),
    );
  });
}

function judge() {
  const kept = new Map<string, CachedAnswer>();
  return createHttpModel({
    base_url: server.url(),
    model: "m",
    cache: {
      get: async (key) => kept.get(key),
      put: async (key, answer) => void (kept.has(key) || kept.set(key, answer)),
    },
  });
}

test("a recording is judged by a process too", async () => {
  const task = callTask({ characters: 70_000 });
  const metric = { ...DISCLOSURE.metric, eval_route: "AUDIO" as const, audio_model: "hears" };
  const selected = { ...SELECTED, requested: [{ ...DISCLOSURE, metric }] };
  const wav = fixture("recordings/booking.wav");
  answerWith((complete) => complete({ value: true }));
  const found = await evaluate({ ...task, selected }, { model: judge(), recording: async () => wav });
  expect(verdictIn(found)).toMatchObject({ status: "EVALUATED", route: "AUDIO", model: "hears" });
  const sent = server.requests[0]?.body.messages[1].content[0].input_audio.data;
  expect(Buffer.from(sent, "base64").equals(wav)).toBe(true);
});

test("a submitted call of 5 KB with a reference transcript is evaluated at once", async () => {
  answerWith(() => "PASS");
  const reference_transcript = SAID.repeat(200);
  const { id } = await makeMetric(acme, { name: "Disclosure" });
  const { status, evaluation } = await evaluated(acme, {
    transcript: [{ speaker: "AGENT", utterance: reference_transcript }],
    metadata: { reference_transcript },
    custom_metrics: [id],
  });
  expect(status).toBe("COMPLETED");
  expect(evaluation.verdicts).toMatchObject([{ status: "ERROR", reason: "unreadable_answer", value: null }]);
  expect(server.requests).toHaveLength(2);
});

async function verdictOn(task: CallTask | ResultTask, model = judge()) {
  return verdictIn(await evaluate(task, { model }));
}

function verdictIn(found: Awaited<ReturnType<typeof evaluate>>) {
  if (!("evaluation" in found)) throw new Error(found.message);
  const { verdicts } = JSON.parse(found.evaluation);
  return verdicts.find(({ name }: { name: string }) => name === "Disclosure");
}

describe.each(WAYS)("%s", (_, task) => {
  test("is judged", async () => {
    answerWith((complete) => complete({ value: true }));
    expect(await verdictOn(task)).toMatchObject({ status: "EVALUATED", value: true, usage: { calls: 1 } });
    expect(server.requests).toHaveLength(1);
  });

  test("is judged by the second answer, and not asked about again", async () => {
    const model = judge();
    answerWith((complete, at) => complete(at === 0 ? { nonce: "of another question" } : { value: false }));
    const verdict = { status: "EVALUATED", value: false };
    expect(await verdictOn(task, model)).toMatchObject(verdict);
    expect(server.requests).toHaveLength(2);
    expect(await verdictOn(task, model)).toMatchObject(verdict);
    expect(server.requests).toHaveLength(2);
  });

  test("has no verdict from a model that only ever says PASS", async () => {
    answerWith(() => "PASS");
    expect(await verdictOn(task)).toMatchObject({
      status: "ERROR",
      reason: "unreadable_answer",
      value: null,
      usage: { calls: 2 },
    });
    expect(server.requests).toHaveLength(2);
  });

  test("has no verdict from a model that refuses", async () => {
    server.answer({ status: 401, body: { error: { message: "no such key" } } });
    expect(await verdictOn(task)).toMatchObject({ status: "ERROR", reason: "model_error", value: null });
    expect(server.requests).toHaveLength(1);
  });

  test("cannot read an answer of 30 MB", async () => {
    server.answer(completion("x".repeat(30_000_000)));
    expect(await verdictOn(task)).toMatchObject({
      status: "ERROR",
      reason: "unreadable_answer",
      value: null,
    });
    expect(server.requests).toHaveLength(1);
  });
});
