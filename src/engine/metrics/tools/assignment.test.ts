import fc from "fast-check";
import { expect, test } from "vitest";
import { assign } from "./assignment.ts";

test("takes the cheapest whole, not the cheapest first", () => {
  // Greedy gives row 0 column 0 (1) and row 1 column 1 (100); the best is 2 + 1.
  const costs = [
    [1, 2],
    [1, 100],
  ];
  expect(assign(costs)).toEqual([1, 0]);
});

test("columns may stay free", () => {
  expect(assign([[5, 1, 9]])).toEqual([1]);
  expect(assign([])).toEqual([]);
});

/** The lowest cost of any one-to-one assignment, found by trying them all. */
function lowestCost(costs: number[][], taken: ReadonlySet<number> = new Set()): number {
  const [row, ...rest] = costs;
  if (row === undefined) return 0;
  const totals = row.flatMap((cost, column) =>
    taken.has(column) ? [] : [cost + lowestCost(rest, new Set([...taken, column]))],
  );
  return Math.min(...totals);
}

test("costs as little as the best of all assignments", () => {
  const matrix = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 2 }))
    .chain(([rows, more]) => {
      const row = fc.array(fc.integer({ min: 0, max: 20 }), {
        minLength: rows + more,
        maxLength: rows + more,
      });
      return fc.array(row, { minLength: rows, maxLength: rows });
    });
  fc.assert(
    fc.property(matrix, (costs) => {
      const columns = assign(costs);
      expect(new Set(columns).size).toBe(costs.length);
      const cost = columns.reduce((sum, column, row) => sum + (costs[row]?.[column] ?? Number.NaN), 0);
      expect(cost).toBe(lowestCost(costs));
    }),
    { numRuns: 500 },
  );
});
