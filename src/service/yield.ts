/** Long work on the main thread yields to everything else that waits there. */

/** Milliseconds after which long work yields. */
const SLICE_MS = 10;

/** Work that has yielded, in order. A module may hold this state because a thread has a single event loop. */
const waiting: (() => void)[] = [];

/** One at a time: the event loop runs everything that `setImmediate` has deferred before it reads what has arrived. */
function continueOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}

/** Yields to others: whatever has arrived, and work that has waited longer. */
export function yieldNow(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(continueOne);
  });
}

/** Returns a function to call between parts of long work: it yields if the work has run for long enough. */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await yieldNow();
    since = performance.now();
  };
}
