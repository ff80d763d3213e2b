import fc from "fast-check";
import { expect, test } from "vitest";
import { policyName, shownName } from "./verdict-name.ts";

const START = "Call book_appointment only after the caller has agreed to a day, a time, and ";

test("two sentences that begin alike have different names, which look alike only where they are shown short", () => {
  const names = ["a doctor.", "a price."].map((end) => policyName(START + end));
  expect(names).toEqual([`Policy: ${START}a doctor`, `Policy: ${START}a price`]);
  expect(new Set(names.map(shownName))).toEqual(
    new Set(["Policy: Call book_appointment only after the caller has agreed to a…"]),
  );
});

test("a name has every word of its sentence, and what is shown is never longer", () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(words, (given) => {
      const name = policyName(`${given.join("  ")}.`);
      expect(name).toBe(`Policy: ${given.join(" ")}`);
      expect(shownName(name).length).toBeLessThanOrEqual(Math.min(name.length, 70));
    }),
  );
});

test("the names of other verdicts are shown as they are", () => {
  const name = `Polite: ${"very ".repeat(40)}`;
  expect(shownName(name)).toBe(name);
});
