import { expect, test } from "vitest";
import { untoldAmount } from "./against-told.ts";

const PROMPT =
  'Ask for the number. New clients are entered with the number "new" and must be told, before the visit is requested, that the first one costs 120 euros.';
const against = (says: string, number = "new", prompt = PROMPT, name = "request_visit") =>
  untoldAmount([{ name, parameters: { client_number: number }, output: { ok: true }, arrival: 2.5 }], {
    prompt,
    transcript: [
      { role: "USER", utterance: "I'd like a visit, and to know what it costs." },
      { role: "AGENT", utterance: says },
      { role: "USER", utterance: "Yes, please." },
      { role: "AGENT", utterance: "Done. It costs 120 euros." },
    ],
  });

test("an agent that never tells what a value costs that it calls with is at fault", () => {
  expect(against("A visit on Friday, for a new client. Is that in order?")).toContain(
    'request_visit was called with the client number "new" before the agent spoke of any cost, and the prompt says "New clients',
  );
});

test("who tells it in any words, or calls with another value, isn't, and neither is who need not tell it", () => {
  expect(against("The first one is charged at 120. Is that in order?")).toBeUndefined();
  expect(against("A visit on Friday. Is that in order?", "M-3107")).toBeUndefined();
  expect(against("A visit on Friday?", "new", PROMPT, "find_visit")).toBeUndefined();
  for (const prompt of [
    'Tell them, if they ask, that "new" costs 120 euros.',
    'Clients with the number "new" pay 120 euros.',
    'Tell them that "new" is the number.',
  ])
    expect(against("A visit on Friday?", "new", prompt)).toBeUndefined();
});
