import { expect, test } from "vitest";
import { decodeAlaw, decodeMulaw } from "./sample-encoding.ts";

// The ends, the smallest steps and values in between of the tables of ITU-T G.711, scaled to 16 bits.
test.each([
  [0xff, 0],
  [0x7f, 0],
  [0xfe, 8],
  [0x80, 32_124],
  [0x00, -32_124],
  [0xf0, 120],
  [0xef, 132],
  [0x8f, 16_764],
])("µ-law %i is %i", (byte, value) => {
  expect(decodeMulaw(byte) * 32_768 + 0).toBe(value);
});

test.each([
  [0xd5, 8],
  [0x55, -8],
  [0xd4, 24],
  [0xc5, 264],
  [0xf5, 528],
  [0xaa, 32_256],
  [0x2a, -32_256],
])("A-law %i is %i", (byte, value) => {
  expect(decodeAlaw(byte) * 32_768).toBe(value);
});

test("the codes of either law that differ only in sign are opposites", () => {
  for (let byte = 0; byte < 128; byte++) {
    expect(decodeMulaw(byte) + decodeMulaw(byte | 0x80)).toBe(0);
    expect(decodeAlaw(byte) + decodeAlaw(byte | 0x80)).toBe(0);
  }
});
