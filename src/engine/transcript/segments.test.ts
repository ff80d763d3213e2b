import { expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { segmentedWords } from "./segments.ts";

const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

test("a text is cut into the segmenter's words, also where it is longer than a piece", () => {
  const sentence = "予約を変更したいです。";
  const words = segmentedWords(sentence, segmenter);
  expect(words.join("")).toBe("予約を変更したいです");
  expect(segmentedWords(sentence.repeat(500), segmenter)).toEqual(Array(500).fill(words).flat());
});

test("an unbroken run of 100,000 characters takes a moment, not a minute", () => {
  let words: readonly string[] = [];
  expect(processorMs(() => (words = segmentedWords("中".repeat(100_000), segmenter)))).toBeLessThan(5000);
  expect(words.join("")).toHaveLength(100_000);
});
