import { expect, test } from "vitest";
import { randomOf } from "../../../../test/support/random.ts";
import { clockDrift } from "./clock-drift.ts";

/** Turns of 2 to 6 s every 4 to 16 s for some minutes, and entries whose times are `late` for each. */
function call(minutes: number, seed: number, late: (ms: number, random: () => number) => number) {
  const random = randomOf(seed);
  const speech: { start_ms: number; end_ms: number }[] = [];
  for (let start_ms = 3000; start_ms < minutes * 60_000; start_ms += 8000 + 8000 * random())
    speech.push({ start_ms, end_ms: start_ms + 2000 + 4000 * random() });
  const entries = speech.map(({ start_ms, end_ms }, entry) => {
    const off = late(start_ms, random);
    return { entry, side: "agent" as const, filler: false, start_ms: start_ms + off, end_ms: end_ms + off };
  });
  return { speech, entries };
}

test.each([300, -300, 1000, -2000])("a transcript whose clock is off by %d ppm", (ppm) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { speech, entries } = call(15, seed, (ms, random) => (ms * ppm) / 1e6 + 60 * (random() - 0.5));
    const drift = clockDrift("agent", entries, speech);
    expect(Math.abs((drift?.ppm ?? Number.NaN) - ppm)).toBeLessThanOrEqual(0.2 * Math.abs(ppm));
    expect(drift?.n).toBe(speech.length);
  }
});

test("times that are only inexact, or late from some moment on, do not drift", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const inexact = call(10, seed, (_, random) => 300 + 400 * (random() + random() - 1));
    expect(clockDrift("agent", inexact.entries, inexact.speech)?.ppm).toBe(0);
    const stepping = call(10, seed, (ms, random) => (ms < 400_000 ? 0 : 700) + 50 * random());
    expect(clockDrift("agent", stepping.entries, stepping.speech)?.ppm).toBe(0);
  }
});

test("few turns, or a short call, say nothing", () => {
  const { speech, entries } = call(1.5, 1, (ms) => ms / 1000);
  expect(clockDrift("agent", entries, speech)).toBe(null);
  expect(clockDrift("user", entries, speech)).toBe(null);
  expect(clockDrift("agent", entries, [])).toBe(null);
});
