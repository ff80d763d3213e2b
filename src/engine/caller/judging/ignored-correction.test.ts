import { expect, test } from "vitest";
import { languageOf } from "../language.ts";
import { ignoredCorrection } from "./ignored-correction.ts";

const facts = [{ name: "time", value: "16:00", required: true, words: ["time"] }];
const talk = (...lines: readonly string[]) =>
  ["Hello.", "A lesson at 4 pm, please.", ...lines].map((utterance, place) => ({
    role: place % 2 === 0 ? "AGENT" : "USER",
    utterance,
  }));
const READ = "To summarise: a lesson with Ms Okafor on Tuesday at 19:00 for Oskar. Is that correct?";
const ignored = (...lines: readonly string[]) =>
  ignoredCorrection({ facts }, { facts }, talk(...lines), languageOf("en"));

test("an agent that takes a correction twice and reads the same back has ignored it", () => {
  expect(
    ignored(
      READ,
      "No, it's 4 pm.",
      `Certainly. ${READ}`,
      "No. As I said, 4 pm.",
      `I have changed that. ${READ}`,
    ),
  ).toBe(
    'the agent answered "I have changed that." to "No. As I said, 4 pm." and read the same back, 2 times',
  );
});

test.each([
  ["Let me sum up:", "So that's", "Here's what I have:"],
  ["Right:", "Right:", "Right:"],
])("the same may be read back in other words at its beginning: %s %s %s", (...leads) => {
  const read = (lead: string) => `${lead} a lesson with Ms Okafor on Tuesday at 19:00 for Oskar. All right?`;
  const [first = "", second = "", third = ""] = leads;
  expect(
    ignored(
      read(first),
      "No, it's 4 pm.",
      `Of course, I've changed that. ${read(second)}`,
      "No, 4 pm please.",
      `Got it. ${read(third)}`,
    ),
  ).toBe('the agent answered "Got it." to "No, 4 pm please." and read the same back, 2 times');
  expect(
    ignored(
      read(first),
      "No, it's 4 pm.",
      `Of course. ${read(second).replace("Oskar", "Oscar")}`,
      "No, 4 pm please.",
      `Got it. ${read(third)}`,
    ),
  ).toBeUndefined();
});

test("what the caller has never spoken of before is for the agent to settle", () => {
  const lines = [READ, "No, it's 4 pm.", `Certainly. ${READ}`, "No. As I said, 4 pm.", `Corrected. ${READ}`];
  expect(ignoredCorrection({ facts }, { facts }, talk(...lines).slice(2), languageOf("en"))).toBeUndefined();
  expect(ignored(...lines)).toBeDefined();
});

test("a caller that has changed its mind has spoken of what it wanted before", () => {
  const lines = [READ, "No, make that 5 pm.", `Certainly. ${READ}`, "No, it's 5 pm.", `Certainly. ${READ}`];
  const later = facts.map((fact) => ({ ...fact, value: "17:00" }));
  const held = (errand: typeof facts) =>
    ignoredCorrection({ facts: later }, { facts: errand }, talk(...lines), languageOf("en"));
  expect(held(facts)).toContain("2 times");
  expect(held(later)).toBeUndefined();
});

test.each([
  ["once only", [READ, "No, it's 4 pm.", `Certainly. ${READ}`, "Yes.", "Booked."]],
  [
    "it has not understood",
    [READ, "No, it's 4 pm.", `Sorry, I didn't get that. ${READ}`, "No, it's 4 pm.", `Pardon? ${READ}`],
  ],
  [
    "it said that there is nothing then",
    [
      "4 pm is not free.",
      "Oh.",
      READ,
      "No, it's 4 pm.",
      `Certainly. ${READ}`,
      "No, it's 4 pm.",
      `Certainly. ${READ}`,
    ],
  ],
  [
    "it reads something else back",
    [READ, "No, it's 4 pm.", "Certainly. Tuesday at 16:00. Is that correct?", "Yes.", "OK."],
  ],
  [
    "the caller said no to something else",
    [READ, "No, I'm Oscar.", `Certainly. ${READ}`, "No, Oscar.", `Sure. ${READ}`],
  ],
])("proves nothing: %s", (_, lines) => {
  expect(ignored(...lines)).toBeUndefined();
});
