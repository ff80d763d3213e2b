import { expect, test } from "vitest";
import { pollDelay } from "./poll-delay.ts";

/** When somebody looks who waits for so long, looking at least every two seconds. */
function looks(until_ms: number): number[] {
  const times = [0];
  for (let at = 0; at < until_ms; times.push(at)) at += pollDelay(at, 2000);
  return times;
}

test("an end is noticed soon, measured by how long the wait has been, and at the latest after the longest pause", () => {
  const times = looks(120_000);
  for (const [i, at] of times.entries()) {
    const before = times[i - 1] ?? 0;
    expect(at - before).toBeLessThanOrEqual(Math.min(2000, Math.max(100, before / 10)) + 1e-6);
  }
});

test("a long wait asks about as rarely as the longest pause says", () => {
  expect(looks(600_000).length).toBeLessThan(600 / 2 + 40);
});

test("a pause that was asked for is never exceeded", () => {
  expect(pollDelay(0, 50)).toBe(50);
  expect(pollDelay(1e9, 50)).toBe(50);
});
