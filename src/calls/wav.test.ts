import { describe, expect, test } from "vitest";
import { wavChannels } from "./wav.ts";

/** A chunk of a RIFF file: name, size, bytes, padded to an even length. */
function chunk(name: string, bytes: readonly number[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.length);
  return Buffer.concat([Buffer.from(name), size, Buffer.from(bytes), Buffer.alloc(bytes.length % 2)]);
}

const riff = (...chunks: Buffer[]) => Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), ...chunks]);
// PCM (1), the channels, then rate, bytes per second, block size and bits: not looked at.
const fmt = (channels: number) => chunk("fmt ", [1, 0, channels, 0, ...Array(12).fill(0)]);

describe("channels of a WAV header", () => {
  test.each([1, 2, 6])("%i", (channels) => {
    expect(wavChannels(riff(fmt(channels), chunk("data", [])))).toBe(channels);
  });

  test("are found behind other chunks, also behind one of odd length", () => {
    expect(wavChannels(riff(chunk("JUNK", [9, 9, 9]), chunk("bext", [1, 2]), fmt(2)))).toBe(2);
  });

  test("are unknown where the format is not within the bytes at hand", () => {
    expect(wavChannels(riff(chunk("JUNK", Array(64).fill(0))))).toBeUndefined();
    expect(wavChannels(riff(fmt(2)).subarray(0, 20))).toBeUndefined();
  });
});
