import { describe, expect, test } from "vitest";
import { alaw, mulaw } from "./g711.ts";

/** Values of the reference implementation of ITU-T G.711 (as in Sun's g711.c). */
const MULAW = [
  [0, 0xff],
  [-1, 0x7f],
  [1000, 0xce],
  [-1000, 0x4e],
  [8031, 0xa0],
  [32_767, 0x80],
  [-32_768, 0x00],
] as const;
const ALAW = [
  [0, 0xd5],
  [-1, 0x55],
  [1000, 0xfa],
  [-1000, 0x7a],
  [32_767, 0xaa],
  [-32_768, 0x2a],
] as const;

describe.each([
  { name: "µ-law", law: mulaw, known: MULAW },
  { name: "A-law", law: alaw, known: ALAW },
])("$name", ({ law, known: expected }) => {
  test("gives the codes of the standard", () => {
    for (const [sample, code] of expected)
      expect([sample, ...law.encode(Int16Array.of(sample))]).toEqual([sample, code]);
  });

  test("every code comes back as itself", () => {
    const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
    const there = law.decode(codes);
    const again = law.decode(law.encode(there));
    expect([...again]).toEqual([...there]);
  });

  test("is within a sixteenth of any sample", () => {
    for (let sample = -32_000; sample <= 32_000; sample += 37) {
      const [heard = 0] = law.decode(law.encode(Int16Array.of(sample)));
      expect(Math.abs(heard - sample)).toBeLessThanOrEqual(Math.max(16, Math.abs(sample) / 16));
    }
  });
});
