import { expect, test } from "vitest";
import { Allowance } from "./allowance.ts";

const MINUTES_2 = 120 * 50;

/** How many of these messages are taken, one every `spacing_ms`. */
function taken(allowance: Allowance, count: number, bytes: number, spacing_ms = 0, from_ms = 0): number {
  let takes = 0;
  for (let at = 0; at < count; at++) if (allowance.takes(bytes, from_ms + at * spacing_ms)) takes++;
  return takes;
}

test("two minutes of audio in any codec may come at once", () => {
  expect(taken(new Allowance(0), MINUTES_2, 640)).toBe(MINUTES_2);
  const widest = Math.ceil((24_000 * 2 * 4) / 3 / 50) + 64;
  expect(taken(new Allowance(0), MINUTES_2, widest)).toBe(MINUTES_2);
});

test.each([
  ["frames of 20 ms", 640, 20],
  ["frames of 10 ms, twice as fast as real time", 320, 5],
  ["the widest codec, twice as fast as real time", 1400, 10],
])("an hour of %s loses nothing", (_, bytes, spacing_ms) => {
  const allowance = new Allowance(0);
  const count = 3_600_000 / spacing_ms;
  expect(taken(allowance, count, bytes, spacing_ms)).toBe(count);
  expect(allowance.dropped).toEqual({ messages: 0, bytes: 0 });
});

test("what is above is dropped and counted, and the line takes more when time has passed", () => {
  const allowance = new Allowance(0);
  expect(taken(allowance, 9000, 100, 1 / 9)).toBe(MINUTES_2 + 399);
  const messages = 9000 - MINUTES_2 - 399;
  expect(allowance.dropped).toEqual({ messages, bytes: 100 * messages });
  expect(taken(allowance, 100, 1024 * 1024, 100, 1000)).toBe(10);
  expect(taken(allowance, 100, 100, 20, 60_000)).toBe(100);
});
