import { describe, expect, test } from "vitest";
import { exactPowers } from "./testing/exact-powers.ts";
import { detectVoice as detectVoiceIn } from "./voice-activity.ts";

const detectVoice = (powers: readonly number[]) => detectVoiceIn(exactPowers(powers));

/** Frames of 10 ms at a level, in mean squares. */
function frames(count: number, dbfs: number): number[] {
  return new Array<number>(count).fill(10 ** (dbfs / 10));
}

describe("the threshold", () => {
  test("is the floor of -60 dBFS when the rest is silent and the speech quiet", () => {
    // p10 = -120: -111. p98 = -30: -65.
    expect(detectVoice([...frames(50, -150), ...frames(50, -30)]).threshold_dbfs).toBeCloseTo(-60, 10);
  });

  test("is 35 dB below loud speech", () => {
    expect(detectVoice([...frames(50, -150), ...frames(50, -10)]).threshold_dbfs).toBeCloseTo(-45, 10);
  });

  test("is 9 dB above noise", () => {
    expect(detectVoice([...frames(50, -40), ...frames(50, -10)]).threshold_dbfs).toBeCloseTo(-31, 10);
  });
});

describe("segments", () => {
  const silent = (count: number) => frames(count, -150);
  const speech = (count: number) => frames(count, -20);
  const segmentsOf = (...parts: number[][]) => detectVoice(parts.flat()).segments;

  test("begin with the first and end with the last active frame", () => {
    expect(segmentsOf(silent(30), speech(20), silent(50))).toEqual([{ start_ms: 300, end_ms: 500 }]);
  });

  test("include pauses of up to 200 ms", () => {
    expect(segmentsOf(silent(50), speech(20), silent(20), speech(20), silent(50))).toEqual([
      { start_ms: 500, end_ms: 1100 },
    ]);
    expect(segmentsOf(silent(50), speech(20), silent(21), speech(20), silent(50))).toEqual([
      { start_ms: 500, end_ms: 700 },
      { start_ms: 910, end_ms: 1110 },
    ]);
  });

  test("are at least 100 ms long", () => {
    expect(segmentsOf(silent(50), speech(9), silent(50), speech(10), silent(50))).toEqual([
      { start_ms: 1090, end_ms: 1190 },
    ]);
  });

  test("are not found in pure noise, or in silence", () => {
    expect(segmentsOf(frames(200, -30))).toEqual([]);
    expect(segmentsOf([])).toEqual([]);
  });
});
