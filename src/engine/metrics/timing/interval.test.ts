import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  coveredLengths,
  difference,
  gaps,
  type Interval,
  intersection,
  longest,
  totalLength,
  union,
} from "./interval.ts";

function span(start_ms: number, end_ms: number): Interval {
  return { start_ms, end_ms };
}

const spans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
    .map(([start, length]) => span(start, start + length)),
  { maxLength: 12 },
);

/** The milliseconds that a list of spans covers, one by one. */
function milliseconds(intervals: readonly Interval[]): Set<number> {
  return new Set(
    intervals.flatMap(({ start_ms, end_ms }) =>
      Array.from({ length: end_ms - start_ms }, (_, i) => start_ms + i),
    ),
  );
}

describe("union", () => {
  test("joins spans that overlap or touch, in any order", () => {
    expect(union([span(50, 60), span(0, 10), span(10, 20), span(15, 30)])).toEqual([
      span(0, 30),
      span(50, 60),
    ]);
  });

  test("covers exactly the given milliseconds with disjoint spans", () => {
    fc.assert(
      fc.property(spans, (given) => {
        const merged = union(given);
        expect(milliseconds(merged)).toEqual(milliseconds(given));
        expect(totalLength(merged)).toBe(milliseconds(given).size);
      }),
    );
  });

  test("does not change its input", () => {
    const given = [span(5, 9), span(0, 6)];
    union(given);
    expect(given).toEqual([span(5, 9), span(0, 6)]);
  });
});

describe("intersection", () => {
  test("keeps what both lists cover", () => {
    // [0,10) and [20,40) against [5,25) and [30,35): 5-10, 20-25, 30-35.
    expect(intersection([span(0, 10), span(20, 40)], [span(5, 25), span(30, 35)])).toEqual([
      span(5, 10),
      span(20, 25),
      span(30, 35),
    ]);
  });

  test("covers the milliseconds that are in both", () => {
    fc.assert(
      fc.property(spans, spans, (left, right) => {
        const common = milliseconds(intersection(union(left), union(right)));
        const inRight = milliseconds(right);
        expect(common).toEqual(new Set([...milliseconds(left)].filter((ms) => inRight.has(ms))));
      }),
    );
  });
});

test("difference keeps what only the left list covers, span by span", () => {
  fc.assert(
    fc.property(spans, spans, (left, right) => {
      const rest = difference(union(left), union(right));
      const inRight = milliseconds(right);
      expect(milliseconds(rest)).toEqual(new Set([...milliseconds(left)].filter((ms) => !inRight.has(ms))));
      expect(totalLength(rest)).toBe(milliseconds(rest).size);
    }),
  );
  // Spans that touch stay separate.
  expect(difference([span(0, 10), span(10, 20)], [span(4, 6)])).toEqual([
    span(0, 4),
    span(6, 10),
    span(10, 20),
  ]);
});

test("coveredLengths measures each span on its own", () => {
  // [0,10) is covered from 5 to 8 and from 9 on: 3 + 1. [20,30) is not covered.
  expect(coveredLengths([span(0, 10), span(20, 30)], [span(5, 8), span(9, 15)])).toEqual([4, 0]);
});

test("gaps lie where no span is, also of spans that overlap or touch", () => {
  expect(gaps([span(0, 10), span(15, 20), span(50, 60)])).toEqual([span(10, 15), span(20, 50)]);
  // The first one extends over the second, to where the third begins.
  expect(gaps([span(0, 20), span(5, 10), span(20, 30), span(31, 40)])).toEqual([span(30, 31)]);
  expect(gaps([span(5, 10)])).toEqual([]);
});

test("longest takes the first of several equally long spans", () => {
  expect(longest([span(0, 5), span(10, 20), span(30, 40)])).toEqual(span(10, 20));
  expect(longest([])).toBeUndefined();
});
