/** The largest recording that is taken, 18 hours of a call: what is needed to hear it does not grow with its length. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { RECORDING_MAXIMUM } from "../../src/contract/values.ts";

const HEADER_BYTES = 44;
const BYTES_PER_MS = 32;
const MIB = 1024 * 1024;
/** Two bytes for each 10 ms of both channels are 27 MB, and there are 38,000 segments of speech. */
const RISE_KB = 96 * 1024;

/** A call of twelve seconds, again and again. */
function heard(bytes: number): { duration_ms: number; segments: number[]; most_kb: number } {
  const args = ["scripts/sound/long.mjs", "fixtures/recordings/booking.wav", String(bytes)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

test("2 GiB are heard to the end with hardly more memory than two minutes", () => {
  const [few, many] = [heard(4 * MIB), heard(RECORDING_MAXIMUM)];
  const lengthOf = (bytes: number) => Math.round((bytes - HEADER_BYTES) / BYTES_PER_MS);
  expect(few.duration_ms).toBe(lengthOf(4 * MIB));
  expect(many.duration_ms).toBe(lengthOf(RECORDING_MAXIMUM));
  expect(many.segments[0]).toBeGreaterThan(20_000);
  expect(many.most_kb - few.most_kb).toBeLessThan(RISE_KB);
}, 1_800_000);
