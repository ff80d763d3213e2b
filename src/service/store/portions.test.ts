import { expect, test } from "vitest";
import { portionsOf } from "./portions.ts";

/** As much as is read at once. */
const MUCH = 256 * 1024;
const rows = (...sizes: (number | string)[]) => sizes.map((bytes, id) => ({ id, bytes }));

test("small rows are read together, 200 at most", () => {
  const portions = portionsOf(rows(...Array(450).fill(10)));
  expect(portions.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(portions.flat()).toEqual(Array.from({ length: 450 }, (_, id) => id));
});

test("large rows are read 256 KiB at a time", () => {
  expect(portionsOf(rows(MUCH / 2, MUCH / 2, 1, MUCH - 1, 1))).toEqual([[0, 1], [2, 3], [4]]);
});

test("a row that is larger is alone", () => {
  expect(portionsOf(rows(1, 3 * MUCH, 1, 1))).toEqual([[0], [1], [2, 3]]);
});

test("sizes that are texts are added, not joined", () => {
  expect(portionsOf(rows("200000", "60000", "10000"))).toEqual([[0, 1], [2]]);
});

test("nothing has no portion", () => {
  expect(portionsOf([])).toEqual([]);
});
