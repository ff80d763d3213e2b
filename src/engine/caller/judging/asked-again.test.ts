import { expect, test } from "vitest";
import type { ErrandFact } from "../errand.ts";
import { languageOf } from "../language.ts";
import { askedAgain } from "./asked-again.ts";

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
  ...["Once more, please. Name a day.", TOLD],
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

const RETURN: ErrandFact = { name: "return", value: "2026-03-08T18:00", required: false, words: ["return"] };
const HELMETS: ErrandFact = {
  name: "helmets",
  value: true,
  required: true,
  words: ["helmets"],
  type: "boolean",
};
const HOURS = [
  ["At what time will you return it?", "6 pm."],
  ["What time on the return day, please?", "As I said, it's 6 pm."],
  ["Could you tell me the return time?", "It's Sunday the 8th of March, 6 pm."],
] as const;

test("the hour alone answers a question for the time, and another tool may have used it", () => {
  const quote = [
    { name: "get_quote", parameters: { return: "2026-03-08T18:00" } },
    { name: "reserve", parameters: {} },
  ];
  const found = (pairs: readonly (readonly string[])[], calls = quote) =>
    askedAgain(calls, { facts: [RETURN] }, said(...pairs.flat()), languageOf("en"));
  expect(found([...HOURS, ["And the time of return?", "6 pm."], ["£168. Shall I?", "Yes."]])).toContain(
    "3 more times",
  );
  expect(found([...HOURS, ["£168. Shall I?", "Yes."]])).toBeUndefined();
  const late = HOURS.map(([asks]) => [`We close at 5. ${asks}`, "6 pm."]);
  expect(
    found(
      [...HOURS, ...late, ["And the time of return?", "4 pm."]],
      [{ name: "get_quote", parameters: { return: "2026-03-08T16:00" } }],
    ),
  ).toBeUndefined();
});

test("a yes or a no answers a question that has the fact's name", () => {
  const asks = ["Do you need helmets?", "Yes, please."];
  const found = (lines: readonly string[], helmets = true) =>
    askedAgain(
      [{ name: "reserve", parameters: { helmets } }],
      { facts: [HELMETS] },
      said(...lines),
      languageOf("en"),
    );
  const four = [...asks, ...asks, "Hmm, didn't get that. Do you need helmets?", "Yes, please do.", ...asks];
  expect(found([...four, "OK?", "Yes."])).toContain("asked for the helmets 3 more times");
  expect(found([...four, "OK?", "Yes."], false)).toBeUndefined();
  expect(found([...asks, ...asks, ...asks, "OK?", "Yes."])).toBeUndefined();
  const each = ["Tom", "Ann", "Kim", "Eve", "Bo"].flatMap((name) => [`Helmets for ${name}?`, "Yes, please."]);
  expect(found(each)).toBeUndefined();
  const other = ["Shall I book it?", "Yes, please."];
  expect(found([...other, ...other, ...other, ...other])).toBeUndefined();
});

test("an asking after an answer without the day doesn't count", () => {
  const unknown = (answer: string) =>
    said(
      "Which day?",
      TOLD,
      "Which day?",
      answer,
      "Name a day, please.",
      answer,
      "What day?",
      TOLD,
      "OK?",
      "Yes.",
    );
  for (const answer of ["I don't know.", "I see.", "I'd like to book a bay."])
    expect(again(unknown(answer))).toBeUndefined();
});

const PLATE: ErrandFact = { ...DAY, name: "registration", value: "LC21 HYP", words: ["registration"] };
const JOB: ErrandFact = { ...DAY, name: "job", value: "full service", words: ["job"] };
const REG = "It's LC21 HYP.";
const ROUND = ["And the registration plate of the car?", REG, "What's the reg?", "I don't know."] as const;
const cameBack = (transcript: ReturnType<typeof said>) =>
  askedAgain(
    [{ name: "get_quote", parameters: { registration: "LC21 HYP" } }],
    { facts: [PLATE, JOB] },
    transcript,
    languageOf("en"),
  );

test("an agent that comes back to the same question in turn with others is at fault", () => {
  expect(cameBack(said(...ROUND, ...ROUND, ...ROUND, ...ROUND))).toBe(
    "the agent asked for the registration 3 more times after the caller had said it",
  );
  expect(cameBack(said(...ROUND, ...ROUND, ...ROUND))).toBeUndefined();
});

test("who continues in between isn't", () => {
  const job = ["And the job?", "A full service."] as const;
  expect(cameBack(said(...ROUND, ...ROUND, ...job, ...ROUND, ...ROUND))).toBeUndefined();
  const none = ["That plate I cannot find. The plate, please?", REG] as const;
  expect(cameBack(said(...ROUND, ...ROUND, ...none, ...ROUND, ...ROUND))).toBeUndefined();
  expect(
    askedAgain([], { facts: [PLATE] }, said(...ROUND, ...ROUND, ...ROUND, ...ROUND), languageOf("en")),
  ).toBeUndefined();
});

test("who has read it back has understood it, whether or not it then did anything", () => {
  const asked = [...ROUND, ...ROUND, ...ROUND, ...ROUND];
  const notCalled = (...end: readonly string[]) =>
    askedAgain([], { facts: [PLATE] }, said(...asked, ...end), languageOf("en"));
  expect(notCalled("So, LC21 HYP. Shall I book it?", "Yes.")).toContain("3 more times");
  expect(notCalled("I have no LC21 HYP here.", "Bye.")).toBeUndefined();
});

test("who asks for another thing, which the caller answers with what it knows, is at no fault", () => {
  const reference: ErrandFact = { name: "booking_reference", value: "SP-731277", required: true, words: [] };
  const postcode: ErrandFact = { name: "postcode", value: "HW3 5RT", required: true, words: [] };
  const plate = ["Could you tell me the new number plate?", "SP-731277."];
  const first = ["May I have the booking reference?", "SP-731277."];
  const address = ["What's the new address, with the postcode?", "HW3 5RT."];
  const home = ["I need the house number, street and postcode, please.", "HW3 5RT."];
  const born = ["And your date of birth?", TOLD];
  const found = (fact: ErrandFact, pairs: readonly (readonly string[])[]) =>
    askedAgain(
      [{ name: "find", parameters: { [fact.name]: fact.value } }],
      { facts: [fact] },
      said(...pairs.flat()),
      languageOf("en"),
    );
  expect(found(reference, [first, plate, plate, plate, plate, plate])).toBeUndefined();
  expect(found(postcode, [address, home, address, home, address, home])).toBeUndefined();
  expect(found(DAY, [["Which day?", TOLD], born, born, born, born])).toBeUndefined();
  const own = ["What's the booking reference?", "SP-731277."];
  expect(found(reference, [first, own, own, own, own])).toContain("more times");
  const other: ErrandFact = { ...reference, name: "other_reference" };
  const both = { facts: [reference, other] };
  const transcript = said(...[first, own, own, own, own].flat());
  const calls = [{ name: "find", parameters: { booking_reference: "SP-731277" } }];
  expect(askedAgain(calls, both, transcript, languageOf("en"))).toBeUndefined();
});
