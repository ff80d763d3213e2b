import { expect, test } from "vitest";
import { compareWordsWithSound } from "./words-and-sound.ts";

const entry = (side: "agent" | "user", start_ms: number, end_ms: number) => ({
  entry: 0,
  side,
  start_ms,
  end_ms,
  filler: false,
});
const SPEECH = [
  { start_ms: 0, end_ms: 2000 },
  { start_ms: 9000, end_ms: 12_000 },
];

test("words and sound agree if their times differ a little", () => {
  const entries = [entry("agent", 900, 2900), entry("agent", 8100, 8200), entry("user", 4000, 6000)];
  expect(compareWordsWithSound("agent", entries, SPEECH)).toEqual({ silent_words: [], unwritten_speech: [] });
});

test("words without sound, and sound without words", () => {
  const entries = [entry("agent", 0, 2000), entry("agent", 4000, 6000), entry("user", 9000, 12_000)];
  expect(compareWordsWithSound("agent", entries, SPEECH)).toEqual({
    silent_words: [{ start_ms: 4000, end_ms: 6000 }],
    unwritten_speech: [{ start_ms: 9000, end_ms: 12_000 }],
  });
});

test("a cough needs no words", () => {
  const { unwritten_speech } = compareWordsWithSound("agent", [], [{ start_ms: 0, end_ms: 900 }]);
  expect(unwritten_speech).toEqual([]);
});
