import { expect, test } from "vitest";
import { languageOf } from "../language.ts";
import { strayValue } from "./stray-value.ts";

const TRANSCRIPT = [
  ["USER", "A clean every two weeks, please."],
  ["AGENT", "119 euros per visit, every two weeks, from Monday 9 March. Book it?"],
  ["USER", "Yes, that's right."],
].map(([role = "", utterance = ""]) => ({ role, utterance }));
const quote = (parameters: Record<string, unknown>, output: unknown = { price_eur: 119 }) => ({
  name: "calculate_quote",
  parameters,
  output,
});
const stray = (
  parameters: Record<string, unknown>,
  earlier = [quote({ frequency: "fortnightly", date: "2026-03-09" })],
  transcript = TRANSCRIPT,
) =>
  strayValue(
    { name: "book_visit", parameters, arrival: transcript.length - 0.5 },
    earlier,
    transcript,
    languageOf("en"),
  );

test("a value that nobody has said isn't what the caller agreed to", () => {
  expect(stray({ frequency: "once" })).toEqual({ label: "frequency", wanted: "fortnightly", said: "once" });
  expect(stray({ date: "2026-03-10" })).toEqual({ label: "date", wanted: "2026-03-09", said: "2026-03-10" });
});

test("what the agent words itself, or looks up for nothing that it offers, is its own", () => {
  const looked = [
    quote({ reason: "move a clean", category: "billing", frequency: "fortnightly" }, { found: 3 }),
  ];
  expect(stray({ reason: "customer is away" }, looked)).toBeUndefined();
  expect(stray({ category: "technical" }, looked)).toBeUndefined();
  expect(stray({ frequency: "once" }, looked)).toBeUndefined();
});

test("what was asked for, said, or returned is nothing to hold against the agent", () => {
  expect(stray({ frequency: "fortnightly", date: "2026-03-09" })).toBeUndefined();
  const both = [quote({ frequency: "fortnightly" }), quote({ frequency: "weekly" })];
  expect(stray({ frequency: "once" }, both)).toBeUndefined();
  expect(
    stray({ frequency: "once" }, [quote({ frequency: "fortnightly" }, ["once", "weekly"])]),
  ).toBeUndefined();
  const changed = TRANSCRIPT.with(2, { role: "USER", utterance: "Yes, but just once." });
  expect(stray({ frequency: "once" }, undefined, changed)).toBeUndefined();
  const another = TRANSCRIPT.with(0, { role: "USER", utterance: "Every two weeks, but not on a Thursday." });
  expect(stray({ date: "2026-03-10" }, undefined, another)).toBeUndefined();
  const relative = TRANSCRIPT.with(1, { role: "AGENT", utterance: "Then tomorrow at 9. Book it?" });
  expect(stray({ date: "2026-03-10" }, undefined, relative)).toBeUndefined();
});
