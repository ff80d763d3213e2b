import { expect, test } from "vitest";
import { linear, PCMU } from "./codecs.ts";
import { Undecoded } from "./undecoded.ts";

const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 7919) % 251));

/** Everything that is handed over in steps of this length, in order. */
function drained(ahead: Undecoded, step_ms: number, steps: number): (Buffer | string)[] {
  const out: (Buffer | string)[] = [];
  for (let step = 0; step < steps; step++)
    ahead.take(
      step_ms,
      (_, part) => out.push(Buffer.from(part)),
      (name) => out.push(name),
    );
  return out;
}
const audioOf = (all: readonly (Buffer | string)[]) =>
  Buffer.concat(all.filter((one) => typeof one !== "string"));

test("audio in pieces of any size is handed over whole, in order, with its marks in their places", () => {
  const ahead = new Undecoded(120_000, 1000);
  const sent = bytes(20_000);
  for (let at = 0, size = 1; at < sent.length; at += size, size = (size * 5 + 2) % 2999) {
    ahead.push(PCMU, sent.subarray(at, at + size));
    ahead.mark(String(Math.min(sent.length, at + size)));
  }
  const all = drained(ahead, 33, 100);
  expect(audioOf(all).equals(sent)).toBe(true);
  let before = 0;
  for (const one of all)
    if (typeof one === "string") expect(one).toBe(String(before));
    else before += one.length;
  expect(before).toBe(sent.length);
});

test("a step hands over no more than its length, whatever was sent", () => {
  const ahead = new Undecoded(120_000, 1000);
  ahead.push(linear(16_000), bytes(1_000_000));
  expect(audioOf(drained(ahead, 240, 1)).length).toBe(0.24 * 16_000 * 2);
  expect(audioOf(drained(ahead, 20, 1)).length).toBe(0.02 * 16_000 * 2);
});

test("audio beyond the limit is dropped and measured, and half a sample is left out", () => {
  const ahead = new Undecoded(1000, 1000);
  expect(ahead.push(linear(8000), bytes(8001))).toBe(0);
  expect(ahead.push(PCMU, bytes(8000))).toBe(500);
  expect(ahead.push(PCMU, bytes(80))).toBe(10);
  expect(audioOf(drained(ahead, 600, 2)).length).toBe(8000 + 4000);
  expect(ahead.push(PCMU, bytes(8000))).toBe(0);
});

test("clearing drops audio and names the marks that waited; too many marks are refused", () => {
  const ahead = new Undecoded(1000, 2);
  ahead.push(PCMU, bytes(800));
  expect([ahead.mark("a"), ahead.mark("b"), ahead.mark("c")]).toEqual([true, true, false]);
  expect(ahead.clear()).toEqual(["a", "b"]);
  expect(drained(ahead, 1000, 1)).toEqual([]);
  expect([ahead.push(PCMU, bytes(8000)), ahead.mark("d")]).toEqual([0, true]);
});

test("pieces of one sample take no more memory than large ones", () => {
  const ahead = new Undecoded(120_000, 1000);
  const before = process.memoryUsage();
  for (let at = 0; at < 480_000; at++) ahead.push(PCMU, Buffer.of(at % 256));
  const after = process.memoryUsage();
  const grown = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
  // If the pieces themselves were kept, they would take hundreds of megabytes.
  expect(grown).toBeLessThan(100e6);
  expect(audioOf(drained(ahead, 60_000, 1)).length).toBe(480_000);
});
