import fc from "fast-check";
import { expect, test } from "vitest";
import { BUCKETS_MAXIMUM, PeakMeter } from "./peaks.ts";
import { wavFile } from "./testing/wav-file.ts";

const RATE = 8000;

function peaksOf(channels: readonly (readonly number[])[]) {
  const meter = new PeakMeter();
  const file = wavFile(channels, RATE);
  for (let at = 0; at < file.length; at += 1000) meter.push(file.subarray(at, at + 1000));
  return meter.end();
}

test("each bucket has the lowest and the highest of its samples, for any length", () => {
  const lengths = fc.constantFrom(0, 1, 15, 16, 17, 1600 * 16, 1600 * 16 + 1, 60_001);
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 50 }), (length, seed) => {
      const samples = Array.from({ length }, (_, at) => Math.round(Math.sin(at * seed) * 100) / 127);
      const { bucket_ms, channels } = peaksOf([samples, samples.map((sample) => -sample)]);
      const bucket = Math.round((bucket_ms * RATE) / 1000);
      const [left = [], right = []] = channels;
      expect(left.length / 2).toBe(Math.ceil(length / bucket));
      expect(left.length / 2).toBeLessThanOrEqual(BUCKETS_MAXIMUM);
      for (let index = 0; index < left.length / 2; index++) {
        const own = samples.slice(index * bucket, (index + 1) * bucket);
        expect(left[2 * index]).toBeCloseTo(Math.min(0, ...own) * 127, -1);
        expect(left[2 * index + 1]).toBeCloseTo(Math.max(0, ...own) * 127, -1);
        expect(Math.abs((right[2 * index] ?? 0) + (left[2 * index + 1] ?? 0))).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 20 },
  );
});
