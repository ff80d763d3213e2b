import { describe, expect, it } from "vitest";
import type { DigitalHuman } from "../digital-human.ts";
import { play } from "../testing/play.ts";
import { divergence, readTranscript, replayLines } from "./replay.ts";

const RECORDING = [
  { role: "AGENT", utterance: "Bolt Energy, how can I help you?" },
  { role: "USER", utterance: "My bill is far too high." },
  { role: "AGENT", utterance: "What is your account number?" },
  { role: "USER", utterance: "It's 55-123." },
  { role: "AGENT", utterance: "Which month is it about?" },
  { role: "USER", utterance: "It's about March." },
  { role: "AGENT", utterance: "I have corrected the bill." },
  { role: "USER", utterance: "Thank you, bye." },
];

const recorded: DigitalHuman = {
  intent: "My bill is far too high.",
  formatted_transcript: RECORDING,
  speaks_first_config: { speaks_first: false },
  creativity: 0,
};

const agentLines = RECORDING.filter(({ role }) => role === "AGENT").map(({ utterance }) => utterance);
const userLines = RECORDING.filter(({ role }) => role === "USER").map(({ utterance }) => utterance);

describe("readTranscript", () => {
  it("recognizes the sides by any usual name, and leaves out entries that are not utterances", () => {
    expect(
      readTranscript([
        { role: "assistant", utterance: "Hello." },
        { role: "system", utterance: "connected" },
        { role: "Customer", utterance: " Hi. " },
        { role: "user", utterance: "" },
        { role: "user" },
      ]),
    ).toEqual([
      { role: "AGENT", utterance: "Hello." },
      { role: "USER", utterance: "Hi." },
    ]);
  });
});

describe("replayLines", () => {
  it("joins consecutive messages of one side", () => {
    expect(
      replayLines([
        { role: "USER", utterance: "Hello?" },
        { role: "AGENT", utterance: "Hello." },
        { role: "AGENT", utterance: "Your name?" },
        { role: "USER", utterance: "Ana." },
        { role: "USER", utterance: "Ana Ruiz." },
      ]),
    ).toEqual([
      { heard: "", say: "Hello?" },
      { heard: "Hello. Your name?", say: "Ana. Ana Ruiz." },
    ]);
  });
});

describe.each(["strict", "smart"] as const)("%s replay of the same conversation", (replay_mode) => {
  it("says every line and ends with the recorded farewell", () => {
    const { said, state, caller } = play(recorded, agentLines, { replay_mode });
    expect(said.slice(1)).toEqual(userLines);
    expect(state.ended).toEqual({ end_reason: "script_finished", completed: true });
    expect(divergence(caller.replay.lines, state)).toEqual(
      [0, 1, 2, 3].map((line) => ({ line, status: "matched", turn: line, similarity: 1 })),
    );
  });
});

describe("strict replay", () => {
  it("says the lines in their order whatever the agent says", () => {
    const { said, caller, state } = play(recorded, ["Which month is it about?", "What?"], {
      replay_mode: "strict",
    });
    expect(said.slice(1)).toEqual(["My bill is far too high.", "It's 55-123."]);
    // The recorded first question has no word in common with the live one.
    expect(divergence(caller.replay.lines, state)[0]).toEqual({
      line: 0,
      status: "matched",
      turn: 0,
      similarity: 0,
    });
  });

  it("says goodbye after the last line if that was not a goodbye", () => {
    const open = { ...recorded, formatted_transcript: RECORDING.slice(0, 2) };
    const { said, state } = play(open, ["Hello", "And now?"], { replay_mode: "strict" });
    expect(said.slice(1)).toEqual(["My bill is far too high.", "Thank you, bye!"]);
    expect(state.ended?.end_reason).toBe("script_finished");
  });
});

describe("smart replay", () => {
  it("follows an agent that asks in another order, and reports it", () => {
    const { said, caller, state } = play(recorded, [
      "Bolt Energy, how can I help you today?",
      "Which month is this about?",
      "And what is your account number?",
      "I have corrected the bill.",
    ]);
    expect(said.slice(1)).toEqual([
      "My bill is far too high.",
      "It's about March.",
      "It's 55-123.",
      "Thank you, bye.",
    ]);
    const report = divergence(caller.replay.lines, state);
    expect(report.map(({ status }) => status)).toEqual(["matched", "reordered", "matched", "matched"]);
    // bolt energy how can i help you = 7 words, with "today" 8, shared 7: 2 * 7 / 15 = 0.933
    expect(report[0]?.similarity).toBe(0.933);
    // which month is it|this about = 5 and 5 words, shared 4: 8 / 10
    expect(report[2]?.similarity).toBe(0.8);
  });

  it("answers a question that is not in the recording from the recording's facts", () => {
    const { said, caller, state } = play(recorded, [
      "Bolt Energy, how can I help you?",
      "Sure. Would you read me the account number that is printed on top of your last bill?",
      "Which month is it about?",
    ]);
    expect(said.slice(1)).toEqual(["My bill is far too high.", "It's 55-123.", "It's about March."]);
    expect(divergence(caller.replay.lines, state).map(({ status }) => status)).toEqual([
      "matched",
      "skipped",
      "matched",
      "skipped",
    ]);
  });
});

describe("persona replay", () => {
  it("takes facts from the recording and says none of its lines", () => {
    const { said } = play(recorded, ["Hello, how can I help you?", "What is your account number?"], {
      replay_mode: "persona",
    });
    expect(said.slice(1)).toEqual(["Hello. My bill is far too high.", "It's 55-123."]);
  });
});
