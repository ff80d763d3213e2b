import { expect, test } from "vitest";
import type { ErrandFact } from "../errand.ts";
import { languageOf } from "../language.ts";
import { askedInVain } from "./asked-in-vain.ts";

const fact = (name: string, value: string | number): ErrandFact => ({
  name,
  value,
  required: true,
  words: [name],
  type: "string",
});
const FACTS = [fact("age", 50), fact("pet_name", "Luna"), fact("adults", 2), fact("town", "Tuam")];
const asked = (pairs: readonly (readonly [agent: string, caller: string])[]) =>
  askedInVain(
    [
      { role: "USER", utterance: "I'd like a lesson, please." },
      ...pairs.flatMap(([agent, caller]) => [
        { role: "AGENT", utterance: agent },
        { role: "USER", utterance: caller },
      ]),
    ],
    FACTS,
    languageOf("en"),
  );
const times = (number: number, agent: string, ...answers: readonly string[]) =>
  asked(Array.from({ length: number }, (_, at) => [agent, answers[at % answers.length] ?? ""]));

test("an agent that keeps asking in the same words, though it is answered, is found", () => {
  const old = "And how old is the pupil?";
  expect(times(4, old, "It's 50.", "Again, it's 50.")).toEqual({ question: old, times: 4 });
  const pickUp = "Cool. Where should we pick you up: school, station or home?";
  expect(times(4, pickUp, "Station, please.", "School, please.")?.times).toBe(4);
  expect(times(4, "Sorry, the wind was loud. How many are you?", "It's 2 adults, 1 child.")?.times).toBe(4);
  expect(times(4, "Sorry, I didn't get that. What is your pet's name?", "Luna.")?.times).toBe(4);
});

test("an agent that asks for one of two facts with the same value may not know which it was told", () => {
  const said = ["What's your name, please?", "It's Nadia Novak."].map((utterance, place) => ({
    role: place === 0 ? "AGENT" : "USER",
    utterance,
  }));
  const found = (facts: readonly ErrandFact[]) =>
    askedInVain([...said, ...said, ...said, ...said], facts, languageOf("en"))?.times;
  expect(found([fact("name", "Nadia Novak")])).toBe(4);
  expect(found([fact("name", "Nadia Novak"), fact("recipient_name", "Nadia Novak")])).toBeUndefined();
});

test.each([
  ["asks three times", times(3, "And how old is the pupil?", "It's 50.")],
  ["says why not", times(5, "Sorry, pupils are between 6 and 18. How old is the pupil?", "It's 50.")],
  ["says that it is too old", times(5, "Sorry, that's too old. How old is the pupil?", "It's 50.")],
  ["has no place left", times(5, "The station is full. Where to: school, station or home?", "Station.")],
  ["wants more than it gets", times(5, "What is your pet's full name?", "Luna.")],
  ["gets no answer", times(5, "And how old is the pupil?", "Good question.", "It's for my son.")],
  ["asks for something else", times(5, "How many lessons would you like?", "It's 50.")],
  ["gets two of the options", times(5, "Where to: school, station or home?", "School or station.")],
  ["asks for what isn't known to be answered", times(5, "Anything else I should know?", "It's 50.")],
  [
    "comes further",
    asked(
      ["How old is he?", "Which day?", "How old is he?", "Which day?", "How old is he?"].map((one) => [
        one,
        "50.",
      ]),
    ),
  ],
])("an agent that %s isn't", (_, found) => {
  expect(found).toBeUndefined();
});
