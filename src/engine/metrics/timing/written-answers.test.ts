import { expect, test } from "vitest";
import { writtenAnswers } from "./written-answers.ts";

const said = (speaker: string, at: number, more: object = {}) => ({
  speaker,
  text: "Hello.",
  start_offset_ms: at,
  arrival: 0,
  ...more,
});
const answers = (...transcript: object[]) => writtenAnswers({ transcript } as never);

test("an answer takes from the user's last message to the agent's next", () => {
  expect(
    answers(
      said("AGENT", 0),
      said("USER", 100),
      said("USER", 400),
      said("AGENT", 900),
      said("AGENT", 950),
      said("USER", 1000),
      said("AGENT", 1300),
    ),
  ).toEqual([
    { start_ms: 400, end_ms: 900 },
    { start_ms: 1000, end_ms: 1300 },
  ]);
});

test("a user who gets no answer has no latency", () => {
  expect(answers(said("AGENT", 0), said("USER", 100))).toEqual([]);
});

test("an answer that is stamped before the question takes no time", () => {
  expect(answers(said("USER", 100), said("AGENT", 90))).toEqual([{ start_ms: 100, end_ms: 100 }]);
});

test.each([
  ["a message without a time", { start_offset_ms: null }],
  ["a message that was spoken", { end_offset_ms: 300 }],
  ["a message of a transcript from elsewhere", { arrival: undefined }],
  ["nobody named", { speaker: "" }],
])("with %s, the conversation has no written answers", (_, more) => {
  expect(answers(said("USER", 100), said("AGENT", 200, more))).toBeUndefined();
});

test("a spoken or empty conversation has no written answers", () => {
  expect(writtenAnswers({ transcript: [said("USER", 1)], segments: [] } as never)).toBeUndefined();
  expect(writtenAnswers({ transcript: [] } as never)).toBeUndefined();
});
