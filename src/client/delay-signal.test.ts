import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { delaySignal } from "./delay-signal.ts";

test("aborts later than its signal, for the same reason", async () => {
  const reason = new Error("interrupted");
  const abort = new AbortController();
  const later = delaySignal(abort.signal, 20);
  abort.abort(reason);
  expect(later.aborted).toBe(false);
  await sleep(60);
  expect(later.reason).toBe(reason);
});

test("also when the signal was given before", async () => {
  const later = delaySignal(AbortSignal.abort("before"), 5);
  expect(later.aborted).toBe(false);
  await sleep(40);
  expect(later.reason).toBe("before");
});
