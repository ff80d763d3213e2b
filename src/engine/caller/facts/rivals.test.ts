import { expect, test } from "vitest";
import { languageOf } from "../language.ts";
import type { Fact } from "./facts.ts";
import { rivalIn } from "./rivals.ts";

const rival = (label: string, value: string, text: string) =>
  rivalIn(text, { label, value, slot: null, sentence: "" } as Fact, languageOf("en"));

test("a number beside the word for a fact is another number of that, and of no day", () => {
  const plan = "40 pounds on the 1st of each month, 8 payments in all.";
  expect(rival("payment day", "1", plan)).toBeUndefined();
  expect(rival("payments", "6", plan)).toBe("8");
  expect(rival("guest count", "4", "A table for 2 guests.")).toBe("2");
});
