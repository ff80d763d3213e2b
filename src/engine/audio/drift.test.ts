import { expect, test } from "vitest";
import type { Interval } from "../metrics/timing/interval.ts";
import { measureDrift } from "./drift.ts";

function spans(...pairs: [number, number][]): Interval[] {
  return pairs.map(([start_ms, end_ms]) => ({ start_ms, end_ms }));
}

test("compares onsets, a late transcript being positive", () => {
  const transcript = spans([1000, 2000], [3000, 4000], [5000, 6000]);
  const speech = spans([900, 2000], [3020, 4000], [4700, 6000]);
  // 100, -20 and 300.
  expect(measureDrift(transcript, speech)).toEqual({ n: 3, unmatched: 0, median_ms: 100, max_ms: 300 });
});

test("the largest difference may be negative", () => {
  expect(measureDrift(spans([1000, 2000], [3000, 4000]), spans([990, 2000], [3500, 4000]))).toMatchObject({
    max_ms: -500,
    median_ms: -245,
  });
});

test("pauses inside a stretch of the transcript do not count as onsets", () => {
  expect(measureDrift(spans([1000, 4000]), spans([1000, 2000], [2500, 4000]))).toMatchObject({
    n: 1,
    max_ms: 0,
  });
});

test("a segment of speech is the onset of at most one stretch", () => {
  // The second interval is inside the segment that began with the first.
  expect(measureDrift(spans([1000, 2000], [2500, 3000]), spans([1000, 3000]))).toMatchObject({
    n: 1,
    unmatched: 1,
  });
});

test("a stretch without speech is unmatched", () => {
  expect(measureDrift(spans([1000, 2000], [5000, 6000]), spans([5010, 6000]))).toEqual({
    n: 1,
    unmatched: 1,
    median_ms: -10,
    max_ms: -10,
  });
  expect(measureDrift(spans([0, 10]), [])).toEqual({ n: 0, unmatched: 1, median_ms: null, max_ms: null });
});
