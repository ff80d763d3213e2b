import { expect, test } from "vitest";
import { askedAgain } from "./asked-again.ts";
import type { ErrandFact } from "./errand.ts";
import { languageOf } from "./language.ts";

const DAY: ErrandFact = {
  name: "date",
  value: "2026-03-04",
  required: true,
  words: ["date"],
  type: "string",
};
const said = (...lines: readonly string[]) =>
  lines.map((utterance, place) => ({ role: place % 2 === 0 ? "AGENT" : "USER", utterance }));
const again = (transcript: ReturnType<typeof said>, date = "2026-03-04") =>
  askedAgain([{ name: "book_bay", parameters: { date } }], { facts: [DAY] }, transcript, languageOf("en"));

const TOLD = "That would be Wednesday the 4th of March.";
const ASKED = [
  ...["Which day?", TOLD],
  ...["Sorry? What day do you want to come?", TOLD],
  ...["Once more, please. Name a day.", "The plate is KWT 482."],
] as const;

test("an agent that asks for a day again and again, and then takes it, is at fault", () => {
  expect(again(said(...ASKED, "Which day, please?", TOLD, "Wednesday 4 March. OK?", "Yes."))).toBe(
    "the agent asked for the date 3 more times after the caller had said it",
  );
});

test("who has understood the day, and can't take it, is at no fault", () => {
  const gone = "Wednesday 4 March is gone. Which day do you want to come?";
  for (const asks of [gone, "That day is full. Which day, please?", "We have Thursday left. Which day?"]) {
    const asked = [1, 2, 3, 4].flatMap(() => [asks, TOLD]);
    expect(again(said("Which day?", TOLD, ...asked, "Wednesday 4 March. OK?", "Yes."))).toBeUndefined();
  }
});

test("who asks twice more, for something else, or takes another day isn't", () => {
  expect(again(said(...ASKED, "Wednesday 4 March. OK?", "Yes."))).toBeUndefined();
  expect(again(said(...ASKED, "And which service?", TOLD, "Wednesday 4 March. OK?", "Yes."))).toBeUndefined();
  const longer = said(...ASKED, "Which day, please?", TOLD, "OK?", "Yes.");
  expect(again(longer, "2026-03-05")).toBeUndefined();
  const unsaid = said(
    "Which day?",
    "Soon.",
    "Which day?",
    "Soon.",
    "Which day?",
    "Soon.",
    "Which day?",
    TOLD,
  );
  expect(again(unsaid)).toBeUndefined();
});

test("who asks for the name on an order doesn't ask for its number", () => {
  const number: ErrandFact = { ...DAY, name: "order_number", value: "HB-2057", words: ["order number"] };
  const name = "And the last name on the order?";
  const talked = said(
    ...["What's the order number?", "It's HB-2057."],
    ...[name, "It's Tom Okafor.", name, "As I said, it's Tom Okafor."],
    ...[name, "The order number is HB-2057. My name is Tom Okafor.", "Anything else on the order?", "No."],
  );
  const own = [{ name: "get_order", parameters: { order_number: "HB-2057" } }];
  expect(askedAgain(own, { facts: [number] }, talked, languageOf("en"))).toBeUndefined();
});
