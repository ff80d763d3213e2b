import { expect, test } from "vitest";
import { findInterruptions } from "./interruptions.ts";
import type { Interval } from "./interval.ts";

function spans(...pairs: [number, number][]): Interval[] {
  return pairs.map(([start_ms, end_ms]) => ({ start_ms, end_ms }));
}

test("an interruption reaches from its start to where the other side stops", () => {
  expect(findInterruptions(spans([1500, 4000]), spans([0, 2000]))).toEqual(spans([1500, 2000]));
});

test("two interruptions of one stretch of speech count as two", () => {
  expect(findInterruptions(spans([500, 600], [1500, 1600]), spans([0, 2000]))).toEqual(
    spans([500, 2000], [1500, 2000]),
  );
});

test("if two start together, each interrupts the other; starting where the other stops interrupts nothing", () => {
  expect(findInterruptions(spans([0, 1000]), spans([0, 2000]))).toEqual(spans([0, 2000]));
  expect(findInterruptions(spans([0, 2000]), spans([0, 1000]))).toEqual(spans([0, 1000]));
  expect(findInterruptions(spans([2000, 3000]), spans([0, 2000]))).toEqual([]);
});
