import { expect, test } from "vitest";
import { steadyClock } from "./clock.ts";

/** A machine whose time the test advances, and whose clock can be set. */
function machine() {
  const state = { wall: 1_000_000, elapsed: 0 };
  const now = steadyClock(
    () => state.wall,
    () => state.elapsed,
  );
  return {
    after(milliseconds: number): number {
      state.wall += milliseconds;
      state.elapsed += milliseconds;
      return now().getTime();
    },
    set(by: number): void {
      state.wall += by;
    },
  };
}

test("the clock returns the machine's time, and follows when that is set forward", () => {
  const { after, set } = machine();
  expect(after(500)).toBe(1_000_500);
  set(60_000);
  expect(after(500)).toBe(1_061_000);
});

test("runs at half speed after the machine's clock is set back, until that has caught up", () => {
  const { after, set } = machine();
  expect(after(1000)).toBe(1_001_000);
  set(-10_000);
  // The machine: 992,000, then 1,001,000.
  expect(after(1000)).toBe(1_001_500);
  expect(after(9000)).toBe(1_006_000);
  // 20 s after the jump both are at 1,011,000.
  expect(after(10_000)).toBe(1_011_000);
  expect(after(1000)).toBe(1_012_000);
});
