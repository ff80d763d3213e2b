import { expect, test } from "vitest";
import { RateCheck } from "./rate-check.ts";

/** The rates that are found while messages of so many samples arrive at these intervals, in milliseconds. */
function ratesFound(samples: number, intervals: readonly number[]): number[] {
  const check = new RateCheck();
  let now_ms = 1000;
  return intervals.flatMap((interval) => {
    now_ms += interval;
    return check.add(samples, now_ms) ?? [];
  });
}
const every = (ms: number, seconds: number) => Array.from({ length: (seconds * 1000) / ms }, () => ms);

test("audio at 8, 24 and 48 kHz on a line of 16 kHz is found within four seconds", () => {
  for (const rate of [8000, 24_000, 48_000]) expect(ratesFound(rate / 50, every(20, 4))).toEqual([rate]);
});

test("audio at 8 kHz is found in the second of two sentences of two seconds", () => {
  expect(ratesFound(160, [...every(20, 2), 1500, ...every(20, 2)])).toEqual([8000]);
});

test("audio at 16 kHz is never at a wrong rate, whatever the length of its frames", () => {
  for (const ms of [10, 20, 40, 60, 100]) expect(ratesFound(16 * ms, every(ms, 60))).toEqual([]);
});

test("a busy machine that delivers frames at half the pace for four seconds does not make the rate wrong", () => {
  expect(ratesFound(320, [...every(20, 3), ...every(40, 4), ...every(20, 3)])).toEqual([]);
});
