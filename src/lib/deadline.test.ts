import { once } from "node:events";
import { expect, test } from "vitest";
import { withDeadline } from "./deadline.ts";

const forEver = async (signal: AbortSignal) => {
  await once(signal, "abort");
  throw signal.reason;
};

test("work that takes too long is stopped and gets the reason", async () => {
  const { signal } = new AbortController();
  await expect(withDeadline(20, signal, forEver)).rejects.toThrow("no answer within 0.02 s");
});

test("work is stopped when its signal aborts, also before it began", async () => {
  const stop = new AbortController();
  const working = withDeadline(60_000, stop.signal, forEver);
  stop.abort(new Error("the service stops"));
  await expect(working).rejects.toThrow("the service stops");
  const told = withDeadline(60_000, stop.signal, async (signal) => signal.aborted);
  expect(await told).toBe(true);
});

test("work that is done in time gives its result", async () => {
  expect(await withDeadline(60_000, new AbortController().signal, async () => 7)).toBe(7);
});
