import { describe, expect, test } from "vitest";
import { FRAME } from "./pcm.ts";
import { Playout } from "./playout.ts";

const SECOND = 16_000;
const loud = (length: number) => Int16Array.from({ length }, (_, at) => (at % 2 ? 1000 : -1000));

function heardOf(playout: Playout, ticks: number): number[] {
  return Array.from({ length: ticks }, () => playout.next()).flatMap((frame) => [...(frame ?? [])]);
}

describe("what the agent sends", () => {
  test("is heard whole and in order, in pieces of any size", () => {
    const playout = new Playout(10 * SECOND);
    const sent = Int16Array.from({ length: 5000 }, (_, at) => ((at * 7919) % 20_000) - 10_000);
    for (let at = 0, size = 1; at < sent.length; at += size, size = (size * 5 + 2) % 997)
      playout.push(sent.subarray(at, at + size));
    const heard = heardOf(playout, 20);
    expect(heard.slice(0, sent.length)).toEqual([...sent]);
    expect(heard.slice(sent.length).every((sample) => sample === 0)).toBe(true);
  });

  test("takes no more memory in pieces of one sample each", () => {
    const playout = new Playout(120 * SECOND);
    const before = process.memoryUsage();
    for (let at = 0; at < 120 * SECOND; at++) playout.push(Int16Array.of(at % 1000));
    const after = process.memoryUsage();
    expect(playout.waiting).toBe(120 * SECOND);
    // 4 MB of samples. If the pieces themselves were kept, they would take hundreds.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(100e6);
    expect(heardOf(playout, 5)).toEqual(Array.from({ length: 5 * FRAME }, (_, at) => at % 1000));
  });

  test("a sentence sent at once keeps its pauses", () => {
    const playout = new Playout(10 * SECOND);
    playout.push(loud(FRAME * 20));
    playout.push(new Int16Array(FRAME * 30));
    playout.push(loud(FRAME * 20));
    expect(heardOf(playout, 80)).toHaveLength(FRAME * 70);
  });

  test("a delay is made up for in silence, so that it does not last", () => {
    const playout = new Playout(10 * SECOND);
    playout.push(new Int16Array(FRAME * 3));
    for (let tick = 0; tick < 60; tick++) {
      playout.push(new Int16Array(FRAME));
      playout.next();
    }
    expect(playout.waiting).toBeLessThanOrEqual(FRAME);
  });

  test("more than the limit is dropped and counted", () => {
    const playout = new Playout(SECOND);
    playout.push(loud(3 * SECOND));
    expect([playout.waiting, playout.dropped]).toEqual([SECOND, 2 * SECOND]);
  });
});

describe("marks", () => {
  test("are answered when what came before them has been heard, and at once if there is nothing", () => {
    const playout = new Playout(SECOND);
    playout.mark("at once");
    expect(playout.heardMarks()).toEqual(["at once"]);
    playout.push(loud(FRAME * 2));
    playout.mark("after two frames");
    playout.push(loud(FRAME));
    playout.next();
    expect(playout.heardMarks()).toEqual([]);
    playout.next();
    expect(playout.heardMarks()).toEqual(["after two frames"]);
    expect(playout.heardMarks()).toEqual([]);
  });

  test("that wait when the audio is cleared are returned", () => {
    const playout = new Playout(SECOND);
    playout.push(loud(FRAME * 2));
    playout.mark("never heard");
    expect(playout.clear()).toEqual(["never heard"]);
    expect([playout.next(), playout.heardMarks()]).toEqual([null, []]);
  });

  test("more than a thousand marks are refused", () => {
    const playout = new Playout(SECOND);
    playout.push(loud(FRAME));
    let taken = 0;
    for (let at = 0; at < 10_000_000; at++) if (playout.mark("m")) taken++;
    expect(taken).toBe(1000);
  });
});
