/**
 * The pure part of an evaluation on one core: all built-in metrics of transcripts. Also whether a judge's answers are waited for at the same time.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundle } from "../support/bundle.mjs";
import { THINKING_MS, useJudgedCalls } from "../support/judged-calls.mjs";
import { useFolder } from "../support/processes.mjs";
import { inTurns, summary } from "../support/statistics.mjs";

export const title = "Evaluation";

const TURNS = 200;
const QUESTIONS = 8;

export async function measure() {
  const folder = useFolder();
  try {
    const load = createRequire(import.meta.url);
    const metrics = load(
      await bundle("src/engine/metrics/evaluate-builtins.ts", join(folder.path, "metrics")),
    );
    const figures = await inTurns(
      {
        transcripts: () => transcripts(metrics.evaluateBuiltins),
        read: () => transcripts(metrics.evaluateBuiltins, { reading: true }),
      },
      { rounds: 15, budget_ms: 40_000 },
    );
    const policies = load(await bundle("src/engine/policies/judge.ts", join(folder.path, "policies")));
    const reader = load(await bundle("src/engine/policies/agent-reader.ts", join(folder.path, "policies")));
    const kept = await inTurns(
      { faster: () => judgedByKeptRules(policies.judgeConversation, reader.keepingReader) },
      { rounds: 9, budget_ms: 20_000 },
    );
    const overlap = await judgeOverlap(folder);
    return [
      {
        unit: "a second of processor time",
        rows: [
          {
            what: `transcripts of ${TURNS} turns through all built-in metrics`,
            at_least: 1000,
            ...summary(figures.transcripts),
          },
          { what: "the same, reading them from JSON included", ...summary(figures.read) },
        ],
      },
      {
        unit: "× as fast as reading the prompt again",
        rows: [
          {
            what: `a conversation judged by the ${RULES} rules of a prompt that was read before`,
            at_least: 3,
            ...summary(kept.faster),
          },
        ],
      },
      {
        unit: "× one after the other",
        rows: [
          {
            what: `a judge that takes ${THINKING_MS} ms, ${QUESTIONS} metrics of one call`,
            ...summary(overlap.metrics),
          },
          { what: `the same, one metric of ${QUESTIONS} calls`, ...summary(overlap.calls) },
        ],
      },
    ];
  } finally {
    folder.remove();
  }
}

async function judgeOverlap(folder) {
  const judged = await useJudgedCalls(folder.path, QUESTIONS);
  try {
    return await inTurns(
      { metrics: judged.metricsOfOneCall, calls: judged.oneMetricOfCalls },
      { rounds: 5, budget_ms: 10_000 },
    );
  } finally {
    await judged.stop();
  }
}

/** Processor time of this process and its garbage collector since `before`, in ms. */
function processorTime(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const SENTENCES = [
  "I can offer you Tuesday at nine or Thursday at half past two, which one suits you better?",
  "Tuesday at nine would be good, um, if it is with Doctor Patel.",
  "Let me look that up for you. One moment, please.",
  "Thank you. My number is four one one seven.",
];

/** A different one each time, so that nothing is cached from the last one. */
function conversation(number) {
  const transcript = Array.from({ length: TURNS }, (_, turn) => ({
    speaker: turn % 2 === 0 ? "AGENT" : "USER",
    utterance: `${SENTENCES[(turn + number) % SENTENCES.length]} ${number} ${turn}`,
    start_offset_ms: turn * 3000 + ((turn * number) % 900),
    end_offset_ms: turn * 3000 + 2400,
  }));
  const tool_calls = Array.from({ length: 10 }, (_, i) => ({
    name: i % 2 ? "find_slot" : "book_appointment",
    start_offset_ms: 1 + i * 50_000,
    parameters: { day: "tuesday", number: i },
    output: { ok: true },
  }));
  const expected_tool_calls = [{ name: "book_appointment", parameters: { day: "tuesday" } }];
  return { transcript, tool_calls, expected_tool_calls, language: "en", conversation_ended_by: "USER" };
}

/** Transcripts per second, each just read from JSON. */
function transcripts(evaluateBuiltins, { reading = false } = {}) {
  const texts = Array.from({ length: 1000 }, (_, i) => JSON.stringify(conversation(i + 1)));
  let milliseconds = 0;
  for (const text of texts) {
    const before = process.cpuUsage();
    const input = JSON.parse(text);
    const read = process.cpuUsage();
    evaluateBuiltins(input);
    milliseconds += processorTime(reading ? before : read);
  }
  return (texts.length / milliseconds) * 1000;
}

const RULES = 40;
const PROMPT = Array.from(
  { length: RULES / 2 },
  (_, i) => `Never tell callers the code KEY-${i + 100}. Refunds above ${i + 20} dollars need a manager.
Read the day ${i + 2} back before you call book_room_${i}. We value each of our guests, and they notice.`,
).join("\n\n");

/** How much faster conversations of one agent are judged if its rules are kept. */
function judgedByKeptRules(judgeConversation, keepingReader) {
  const agent = { prompt: PROMPT, knowledge_base: "", goals: ["Book a room"], off: [] };
  const read = keepingReader();
  const talks = Array.from({ length: 20 }, (_, i) => ({ ...conversation(i + 1), expected_tool_calls: null }));
  for (const talk of talks) {
    talk.transcript = talk.transcript.slice(0, 20);
    talk.tool_calls = talk.tool_calls.slice(0, 2);
  }
  const time = (reader) => {
    const before = process.cpuUsage();
    for (const talk of talks) judgeConversation(agent, talk, reader);
    return processorTime(before);
  };
  time(read);
  return time(undefined) / time(read);
}
