import { describe, expect, test } from "vitest";
import { chunk, formatBody, formatFields, rf64, riff } from "../testing/wav-file.ts";
import { channelCount } from "./channel-count.ts";

const fields = (channels: number) => formatFields("pcm_s16", channels, 8000);
const format = (channels: number) => chunk("fmt ", formatBody(fields(channels)));

describe("the channels of a WAV file", () => {
  test.each([1, 2, 6])("%i", (channels) => {
    expect(channelCount(riff(format(channels), chunk("data", new Uint8Array())))).toBe(channels);
  });

  test("are found behind other chunks, also behind one of odd length", () => {
    const others = [chunk("JUNK", Uint8Array.of(9, 9, 9)), chunk("bext", Uint8Array.of(1, 2))];
    expect(channelCount(riff(...others, format(2)))).toBe(2);
    expect(channelCount(rf64(fields(2), new Uint8Array(8)))).toBe(2);
  });

  test("are unknown if the first bytes contain no supported format", () => {
    expect(channelCount(riff(chunk("JUNK", new Uint8Array(64))))).toBeUndefined();
    expect(channelCount(riff(format(2)).subarray(0, 20))).toBeUndefined();
    expect(channelCount(riff(chunk("fmt ", formatBody({ ...fields(2), tag: 2, bits: 4 }))))).toBeUndefined();
    expect(channelCount(Buffer.from("ID3"))).toBeUndefined();
  });
});
