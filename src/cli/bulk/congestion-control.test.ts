import { expect, test } from "vitest";
import { type Clock, CongestionControl } from "./congestion-control.ts";

/** A clock that moves forward only when the code sleeps. */
function movedClock() {
  let now = 0;
  const clock: Clock = {
    now: () => now,
    random: () => 0.5,
    async sleep(ms) {
      now += ms;
    },
  };
  return clock;
}

const never = new AbortController().signal;

test("a refusal halves what may run, once for all that were refused together, down to one", async () => {
  const pace = new CongestionControl(8, movedClock());
  pace.refused(1000);
  pace.refused(1000);
  expect(pace.limit).toBe(4);
  for (const expected of [2, 1, 1]) {
    await pace.wait(never);
    pace.refused(1000);
    expect(pace.limit).toBe(expected);
  }
});

test("as many good answers as may run add one, up to the concurrency", () => {
  const pace = new CongestionControl(4, movedClock());
  pace.refused(0);
  const limits = Array.from({ length: 10 }, () => {
    pace.succeeded();
    return pace.limit;
  });
  // 2 answers to reach 3, then 3 to reach 4, which is all.
  expect(limits).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
});

test("the pause is what the service asks for (the longest, if there are several) plus a little more", async () => {
  const clock = movedClock();
  const pace = new CongestionControl(8, clock);
  pace.refused(2000);
  pace.refused(5000);
  await pace.wait(never);
  // 250 ms of jitter times 0.5.
  expect(clock.now()).toBe(5125);
});

test("without Retry-After the pause doubles with each refusal, until an answer succeeds", async () => {
  const clock = movedClock();
  const pace = new CongestionControl(8, clock);
  const pauses: number[] = [];
  for (const good of [false, false, true]) {
    if (good) pace.succeeded();
    const before = clock.now();
    pace.refused(undefined);
    await pace.wait(never);
    pauses.push(clock.now() - before);
  }
  // 250 ms · 2^n · 0.5 for the first and second in a row.
  expect(pauses).toEqual([250, 500, 250]);
});

test("no item waits after the run is stopped", async () => {
  const clock = movedClock();
  const pace = new CongestionControl(8, clock);
  pace.refused(60_000);
  await pace.wait(AbortSignal.abort());
  expect(clock.now()).toBe(0);
});
