import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wilcoxon } from "./wilcoxon.ts";

describe("the signed ranks", () => {
  test.each([
    // Nothing differs.
    [[], { n: 0, w_plus: 0, p: 1 }],
    [[0, 0], { n: 0, w_plus: 0, p: 1 }],
    // All 5 are positive: 1 + 2 + 3 + 4 + 5. One assignment of 2^5 is as extreme on either side.
    [[1, 2, 3, 4, 5], { n: 5, w_plus: 15, p: 2 / 32 }],
    // Ranks 1 to 4, -1 alone negative: W+ = 9, W- = 1; sums of at most 1 are {} and {1}: 2 · 2/16.
    [[-1, 2, 3, 4], { n: 4, w_plus: 9, p: 4 / 16 }],
    // Zeros are left out.
    [[0, -1, 2, 0, 3, 4], { n: 4, w_plus: 9, p: 4 / 16 }],
    // Ties: sizes 1, 1, 2 have ranks 1.5, 1.5, 3; W- = 1.5; sums of at most 1.5: {}, {1.5}, {1.5}: 2 · 3/8.
    [[1, -1, 2], { n: 3, w_plus: 4.5, p: 6 / 8 }],
    // In the middle both tails overlap: at most 1.
    [[1, -1], { n: 2, w_plus: 1.5, p: 1 }],
  ])("of %j", (differences, expected) => {
    const found = wilcoxon(differences);
    expect(found).toMatchObject({ n: expected.n, w_plus: expected.w_plus });
    expect(found.p).toBeCloseTo(expected.p, 12);
  });
});

test("agrees with counting every assignment of signs", () => {
  const differences = fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 9 });
  fc.assert(
    fc.property(differences, (made) => {
      expect(wilcoxon(made).p).toBeCloseTo(counted(made), 10);
    }),
  );
});

/**
 * The literal definition: of all 2^n assignments of signs, counts those that are at least as far from the
 * middle.
 */
function counted(differences: readonly number[]): number {
  const nonzero = differences.filter((difference) => difference !== 0);
  const sizes = nonzero.map(Math.abs);
  const rank = (size: number) => {
    const below = sizes.filter((other) => other < size).length;
    return below + (sizes.filter((other) => other === size).length + 1) / 2;
  };
  const middle = sizes.reduce((sum, size) => sum + rank(size), 0) / 2;
  const distance = (positive: (at: number) => boolean) =>
    Math.abs(sizes.reduce((sum, size, at) => sum + (positive(at) ? rank(size) : 0), 0) - middle);
  const found = distance((at) => (nonzero[at] ?? 0) > 0);
  const all = 2 ** sizes.length;
  let extreme = 0;
  for (let signs = 0; signs < all; signs++)
    if (distance((at) => ((signs >> at) & 1) === 1) >= found - 1e-9) extreme++;
  return extreme / all;
}

test("continues smoothly where counting gives way to the normal distribution", () => {
  const alternating = (n: number) => Array.from({ length: n }, (_, at) => (at % 3 === 0 ? -1 : 1) * (at + 1));
  const [exact, approximate] = [wilcoxon(alternating(100)).p, wilcoxon(alternating(102)).p];
  expect(Math.abs(exact - approximate)).toBeLessThan(0.005);
  expect(approximate).toBeGreaterThan(0);
});
