import { describe, expect, it } from "vitest";
import { createSemaphore } from "./semaphore.ts";

/** Work that continues until the test ends it. */
function pending() {
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => done, end };
}

describe("createSemaphore", () => {
  it("starts what waits in order, also after a failure", async () => {
    const inSlot = createSemaphore(1);
    const order: number[] = [];
    const failing = inSlot(async () => Promise.reject(new Error("broken")), undefined);
    const others = [1, 2].map((number) => inSlot(async () => order.push(number), undefined));
    await expect(failing).rejects.toThrow("broken");
    await Promise.all(others);
    expect(order).toEqual([1, 2]);
  });

  it("starts nothing for a call that is aborted at once, and frees its place", async () => {
    const inSlot = createSemaphore(1);
    const abort = new AbortController();
    let started = false;
    const aborted = inSlot(async () => {
      started = true;
    }, abort.signal);
    abort.abort(new Error("stopped"));
    await expect(aborted).rejects.toThrow("stopped");
    expect(await inSlot(async () => "next", undefined)).toBe("next");
    expect(started).toBe(false);
  });

  it("lets an aborted call leave the queue, and its place go to the next", async () => {
    const inSlot = createSemaphore(1);
    const first = pending();
    const running = inSlot(first.work, undefined);
    const abort = new AbortController();
    let started = false;
    const aborted = inSlot(async () => {
      started = true;
    }, abort.signal);
    const last = inSlot(async () => "last", undefined);
    abort.abort(new Error("stopped"));
    await expect(aborted).rejects.toThrow("stopped");
    first.end();
    await running;
    expect(await last).toBe("last");
    expect(started).toBe(false);
  });
});
