import { expect, test } from "vitest";
import { linear, linearBigEndian, PCMA, PCMU } from "./codecs.ts";

const SAMPLES = Int16Array.of(1, -2, 0x1234);

test.each([
  ["16 bits, the lower byte first", linear(16_000), [0x01, 0x00, 0xfe, 0xff, 0x34, 0x12]],
  ["16 bits, the higher byte first", linearBigEndian(16_000), [0x00, 0x01, 0xff, 0xfe, 0x12, 0x34]],
])("%s", (_, { encode, decode }, bytes) => {
  expect([...encode(SAMPLES)]).toEqual(bytes);
  expect([...decode(Uint8Array.from(bytes))]).toEqual([...SAMPLES]);
  // Ignores an odd byte at the end, and does not change the encoded samples.
  expect([...decode(Uint8Array.from([...bytes, 7]))]).toEqual([...SAMPLES]);
});

test("µ-law and A-law have one byte a sample at 8 kHz, and each its own silence", () => {
  expect([PCMU.rate, PCMA.rate]).toEqual([8000, 8000]);
  expect([...PCMU.encode(Int16Array.of(0)), ...PCMA.encode(Int16Array.of(0))]).toEqual([0xff, 0xd5]);
});
