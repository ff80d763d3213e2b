import fc from "fast-check";
import { expect, test } from "vitest";
import { HashNumbers } from "./hash-numbers.ts";

test("hashes are numbered in the order in which they first occur, however many there are", () => {
  // Hashes that share their last bits meet in the table; thousands make it grow.
  const hash = fc.oneof(
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.integer({ min: 0, max: 40 }).map((high) => high << 16),
    fc.constant(0),
  );
  fc.assert(
    fc.property(fc.array(hash, { minLength: 1, maxLength: 5000, size: "max" }), (hashes) => {
      const expected = new Map<number, number>();
      for (const one of hashes) if (!expected.has(one)) expected.set(one, expected.size);
      const numbers = new HashNumbers();
      expect(hashes.map((one) => numbers.numberOf(one))).toEqual(hashes.map((one) => expected.get(one)));
    }),
    { numRuns: 30 },
  );
});
