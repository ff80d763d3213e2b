import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { pressKeys } from "./keys.ts";
import { rmsOf, SAMPLE_RATE, SPEECH_RMS } from "./pcm.ts";

/** The power at a frequency (Goertzel). */
function powerAt(hz: number, samples: Int16Array): number {
  const step = 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
  let one = 0;
  let two = 0;
  for (const sample of samples) [one, two] = [sample + step * one - two, one];
  return one * one + two * two - step * one * two;
}

const TONES = [697, 770, 852, 941, 1209, 1336, 1477, 1633];

describe("pressing keys", () => {
  test.each([
    ["1", 697, 1209],
    ["5", 770, 1336],
    ["9", 852, 1477],
    ["0", 941, 1336],
    ["*", 941, 1209],
    ["#", 941, 1477],
    ["d", 941, 1633],
  ])("%s sounds at %d and %d Hz, for 100 ms, as loud as speech", (key, low, high) => {
    const { sound } = pressKeys(key);
    const tone = sound.subarray(0, SAMPLE_RATE / 10);
    const loudest = TONES.toSorted((a, b) => powerAt(b, tone) - powerAt(a, tone)).slice(0, 2);
    expect(loudest.toSorted((a, b) => a - b)).toEqual([low, high]);
    expect(rmsOf(tone) / SPEECH_RMS).toBeCloseTo(1, 1);
    expect(rmsOf(sound.subarray(SAMPLE_RATE / 10))).toBe(0);
  });

  test("takes 0.2 s a key; w and a comma are pauses, spaces nothing", () => {
    const { sound, presses } = pressKeys("12 w3,#");
    expect(presses).toEqual([
      { key: "1", at_ms: 0 },
      { key: "2", at_ms: 200 },
      { key: "3", at_ms: 900 },
      { key: "#", at_ms: 3100 },
    ]);
    expect(sound.length).toBe(3.3 * SAMPLE_RATE);
  });

  test.each(["9", ",", "9w"])("a million of %j are pressed for a minute, and made in a moment", (part) => {
    let pressed = pressKeys("");
    const many = part.repeat(1_000_000 / part.length);
    expect(processorMs(() => (pressed = pressKeys(many)))).toBeLessThan(1000);
    expect(pressed.sound.length).toBeLessThanOrEqual(60 * SAMPLE_RATE);
    expect(pressed.sound.length).toBeGreaterThan(57 * SAMPLE_RATE);
  });
});
