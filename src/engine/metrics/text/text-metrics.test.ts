import { describe, expect, test } from "vitest";
import type { ConversationInput } from "../conversation.ts";
import { evaluateBuiltins, metricsById } from "../evaluate-builtins.ts";
import { agent, user } from "../testing/transcripts.ts";

function evaluate(input: ConversationInput) {
  return metricsById(evaluateBuiltins(input).metrics);
}

const transcript = [
  agent(0, 3000, "Hello, this is the front desk."),
  user(4000, 6000, "Um, I need to, uh, move it."),
  agent(7000, 9000, "One moment."),
  agent(9500, 10_500, "Please hold."),
  user(11_000, 12_000, "Sure."),
];

describe("words", () => {
  test.each([
    // 6 + 2 + 2 words in 3000 + 2000 + 1000 ms.
    ["words_per_minute.agent", 100],
    // 7 + 1 words in 2000 + 1000 ms.
    ["words_per_minute.user", 160],
    // Turns of 6 and 4 words.
    ["words_per_message.mean", 5],
    ["words_per_message.max", 6],
    ["turn_count", 4],
    ["exchanges", 1],
  ])("%s is %d", (id, value) => {
    expect(evaluate({ transcript }).get(id)).toMatchObject({ status: "EVALUATED", value });
  });

  test("a chat without offsets is read as listed", () => {
    const chat = transcript.map(({ speaker, utterance }) => ({ speaker, utterance }));
    const metrics = evaluate({ transcript: chat });
    expect(metrics.get("turn_count")?.value).toBe(4);
    expect(metrics.get("words_per_message.mean")?.value).toBe(5);
    expect(metrics.get("words_per_minute.agent")).toMatchObject({
      status: "NOT_EVALUATED",
      reason: "missing_offsets",
    });
  });

  test("an entry without an utterance leaves all words unknown", () => {
    const metrics = evaluate({ transcript: [...transcript, { ...user(13_000, 14_000), utterance: null }] });
    expect(metrics.get("words_per_message.max")).toMatchObject({ reason: "missing_utterance" });
    expect(metrics.get("turn_count")?.value).toBe(4);
  });

  test("a side that says nothing has no rate", () => {
    expect(evaluate({ transcript: [agent(0, 1000, "Hello?")] }).get("words_per_minute.user")).toMatchObject({
      status: "NOT_APPLICABLE",
    });
  });
});

describe("fillers", () => {
  test("hesitations are counted per 100 words, as a lower bound", () => {
    // "um" and "uh" in 8 words.
    expect(evaluate({ transcript, language: "en-US" }).get("filler_rate.user")).toMatchObject({
      value: 25,
      n: 8,
      lower_bound: true,
      evidence: [{ entry: 1 }],
    });
    expect(evaluate({ transcript, language: "en" }).get("filler_rate.agent")?.value).toBe(0);
  });

  test("languages written without spaces have hesitations too", () => {
    const japanese = [user(0, 1000, "えーと、予約")];
    // えーと and 予約.
    expect(evaluate({ transcript: japanese, language: "ja" }).get("filler_rate.user")?.value).toBe(50);
  });

  test.each(["ml", undefined])("language %s is not measured", (language) => {
    expect(evaluate({ transcript, language }).get("filler_rate.user")).toMatchObject({
      status: "NOT_EVALUATED",
      reason: "unsupported_language",
    });
  });

  test("marked entries are counted only when some entry carries the mark", () => {
    expect(evaluate({ transcript }).get("filler_utterances")).toMatchObject({
      reason: "missing_filler_flags",
    });
    const marked = transcript.map((entry, index) => ({ ...entry, filler_utterance: index === 4 }));
    expect(evaluate({ transcript: marked }).get("filler_utterances")).toMatchObject({
      value: 1,
      n: 5,
      evidence: [{ entry: 4 }],
    });
  });
});

test("repetition is measured over the turns of the agent", () => {
  const repeated = [
    agent(0, 1000, "May I have your order number?"),
    user(1000, 2000, "What?"),
    agent(2000, 3000, "May I have your order number?"),
    user(3000, 4000, "Twelve."),
    agent(4000, 5000, "Thank you, one moment please."),
    user(5000, 6000, "May I have your order number?"),
    agent(6000, 7000, "May I have your order number please?"),
  ];
  const metrics = evaluate({ transcript: repeated });
  // The second and the fourth of four turns; the fourth shares 6 of 7 words.
  expect(metrics.get("agent_repetition")).toMatchObject({
    value: 0.5,
    n: 4,
    evidence: [{ entry: 2 }, { entry: 6 }],
  });
  expect(metrics.get("agent_repetition.exact")).toMatchObject({ value: 1, evidence: [{ entry: 2 }] });
});

test("word errors need a reference", () => {
  expect(evaluate({ transcript }).get("wer")).toMatchObject({ reason: "missing_reference_transcript" });
  const reference_transcript =
    "Hello, this is the front desk. I need to move it. One moment. Please hold. Sure.";
  // "um" and "uh" are inserted into 16 words.
  expect(evaluate({ transcript, reference_transcript }).get("wer")).toMatchObject({ value: 2 / 16, n: 16 });
});
