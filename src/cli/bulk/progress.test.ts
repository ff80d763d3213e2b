import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { BulkOutcome } from "./outcome.ts";
import { type Counts, count, progressLine, startProgress } from "./progress.ts";

const none: Counts = { total: 200, done: 0, skipped: 0, failed: 0, unknown: 0, bytes: 0 };
const result = (outcome: BulkOutcome, bytes?: number) => ({
  index: 0,
  outcome,
  item: { key: "a", sha256: "", ...(bytes !== undefined && { bytes }) },
});

test("the line has what there is to say, with rate and time left", () => {
  expect(progressLine(none, 0)).toBe("0/200 done");
  // 50 sent in 20 s are 2.5/s; 140 are left: 56 s.
  const counts = { ...none, done: 40, skipped: 10, failed: 8, unknown: 2, bytes: 12_345_678 };
  expect(progressLine(counts, 20_000)).toBe("50/200 done, 8 failed, 2 unknown, 2.5/s, 12.3 MB, 56 s left");
  // 100/s; 100 are left.
  expect(progressLine({ ...none, done: 100 }, 1000)).toBe("100/200 done, 100/s, 1 s left");
  expect(progressLine({ ...none, done: 200 }, 1000)).toBe("200/200 done, 200/s");
});

test.each([
  [60, "1 min 0 s left"],
  [3599, "59 min 59 s left"],
  [3660, "1 h 1 min left"],
])("%i seconds left read well", (seconds, text) => {
  // One of two is done: the other takes as long.
  expect(progressLine({ ...none, total: 2, done: 1 }, seconds * 1000)).toContain(text);
});

test.each([
  [999, "999 B"],
  [1000, "1.0 kB"],
  [999_000, "999 kB"],
  [2_500_000_000, "2.5 GB"],
])("%i bytes read well", (bytes, text) => {
  expect(progressLine({ ...none, bytes }, 0)).toContain(text);
});

test("counts the bytes that were sent, and not those that were not", () => {
  const results = [
    result("done", 5),
    result("skipped", 7),
    result("failed"),
    result("not_sent"),
    result("done"),
  ];
  expect(results.reduce(count, none)).toEqual({ ...none, done: 2, skipped: 1, failed: 1, bytes: 5 });
});

function streams() {
  const stderr = new PassThrough();
  return { stderr, streams: { stdin: new PassThrough(), stdout: new PassThrough(), stderr, env: {} } };
}

test("no progress is drawn where the terminal must not move", async () => {
  const { stderr, streams: all } = streams();
  const progress = await startProgress({ isLive: false, streams: all }, { what: "calls", total: 2 });
  progress.add(result("done"));
  progress.stop();
  expect(stderr.read()).toBeNull();
});

test("on a terminal, the line is updated on stderr and removed at the end, and stdin is not touched", async () => {
  const { stderr, streams: all } = streams();
  const screen = Object.assign(stderr, {
    isTTY: true,
    columns: 80,
    clearLine: () => true,
    cursorTo: () => true,
    moveCursor: () => true,
  });
  const progress = await startProgress({ isLive: true, streams: all }, { what: "calls", total: 2 });
  progress.add(result("done"));
  await expect.poll(() => String(screen.read() ?? "")).toContain("calls 1/2 done");
  progress.stop();
  expect(String(screen.read())).toContain("\u001b[?25h");
  expect(all.stdin.listenerCount("data")).toBe(0);
});
