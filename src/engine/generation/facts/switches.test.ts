import { describe, expect, test } from "vitest";
import { knownFor, text, tool } from "../testing/known-facts.ts";
import { isPrecondition } from "./switches.ts";

const yes = { type: "boolean" };
const learner = { name: text, has_provisional_licence: yes, over_18: yes, insurance: yes };
const lesson = tool("book_lesson", {
  learner: { type: "object", properties: learner, required: Object.keys(learner) },
  terms_accepted: yes,
});

describe("what a business does only if it is so", () => {
  test("is so for who wants it, and an extra is not wanted", () => {
    expect(knownFor("Books a lesson on Friday", [lesson]).facts).toMatchObject({
      has_provisional_licence: true,
      over_18: true,
      terms_accepted: true,
      insurance: false,
    });
  });

  test.each([
    ["Books a lesson without a licence", "has_provisional_licence"],
    ["Books a lesson and hasn't got her licence yet", "has_provisional_licence"],
    ["Books a lesson, although his licence has expired", "has_provisional_licence"],
    ["Books a lesson for somebody aged 17", "over_18"],
    ["Books a lesson but declines the terms", "terms_accepted"],
  ])("is not so if the goal says otherwise: %s", (goal, name) => {
    expect(knownFor(goal, [lesson]).facts[name]).toBe(false);
  });

  test("a licence that the goal names is held", () => {
    const { facts } = knownFor("Has a full licence and books a lesson", [lesson]);
    expect(facts["has_provisional_licence"]).toBe(true);
    const groom = tool("book_groom", { vaccinations_up_to_date: yes });
    expect(knownFor("Books a groom for an unvaccinated dog", [groom]).facts["vaccinations_up_to_date"]).toBe(
      false,
    );
  });

  test.each([
    ["vaccinations up to date", ""],
    ["licence valid", ""],
    ["parental consent", ""],
    ["late fee accepted", ""],
    ["right to enter", "caller confirmed that they live there or may enter. needed for lockouts."],
    ["certified", "true if the operator has a valid chainsaw certificate"],
    ["adult", "the driver is at least 21"],
  ])("is told by its name or description: %s %s", (words, description) => {
    expect(isPrecondition(words, description)).toBe(true);
  });

  test.each([
    ["damage waiver", "true only if the customer wants it"],
    ["pets", "true if a pet has to be allowed"],
    ["gift wrap", "only if the customer has agreed to the price"],
    ["wine", "adds a bottle, only for customers over 18"],
    ["marketing consent", ""],
    ["keep me up to date", ""],
    ["has points on licence", ""],
    ["parental consent required", ""],
    ["confirmed", ""],
    ["insurance accepted", ""],
    ["accepts substitute", ""],
  ])("is neither an extra nor what the agent sees: %s %s", (words, description) => {
    expect(isPrecondition(words, description)).toBe(false);
  });
});
