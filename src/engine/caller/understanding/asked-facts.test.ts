import { expect, test } from "vitest";
import type { Fact } from "../facts/facts.ts";
import { languageOf } from "../language.ts";
import { namedFacts } from "./asked-facts.ts";

const fact = (label: string, value: string): Fact => ({ label, value, slot: null }) as Fact;
const asked = (question: string, facts: Fact[]) =>
  namedFacts(question, { facts }, languageOf("en")).map((one) => facts[one.fact]?.label);

const VISIT = [fact("group name", "Hillside School"), fact("group size", "25"), fact("months", "17")];
const BOOKING = [fact("reservation number", "GV-3307"), fact("new group size", "40")];

const CLASS = [fact("date", "Wednesday the 2nd of December")];

test.each([
  ["How many persons will be in the group, with adults?", VISIT, ["group size"]],
  ["What's the name of the group?", VISIT, ["group name"]],
  ["How many persons should the reservation be for now?", BOOKING, ["new group size"]],
  ["What's the reservation number?", BOOKING, ["reservation number"]],
  ["Do you want insurance at £9 per month?", VISIT, []],
  ["Ground floor at £189 or upper floor at £169 a month?", VISIT, []],
  ["For how many months?", VISIT, ["months"]],
  ["And your date of birth?", CLASS, []],
  [
    "What's your date of birth, with the year?",
    [...CLASS, fact("date of birth", "24 July 1992")],
    ["date of birth"],
  ],
  ["Which date?", CLASS, ["date"]],
  ["What is the new number plate?", [fact("booking reference", "SP-731277")], []],
])("%s", (question, facts, labels) => {
  expect(asked(question, facts)).toEqual(labels);
});

test("two words that begin like a fact of two words are not that fact", () => {
  const keys = [fact("booking number", "HX4821")];
  expect(namedFacts("Booking a taxi?", { facts: keys }, languageOf("en"))[0]?.score).toBeLessThan(1.8);
  expect(namedFacts("Your booking number?", { facts: keys }, languageOf("en"))[0]?.score).toBeGreaterThan(
    1.8,
  );
});
