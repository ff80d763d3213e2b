/** Lets long work on the main thread take turns with everything else that waits there. */

/** Milliseconds after which others get their turn. */
const TURN_MS = 10;

/** Work that waits for a turn, in order. A module may hold this state because a thread has a single event loop. */
const waiting: (() => void)[] = [];

/** One at a time: the event loop runs everything that `setImmediate` has deferred before it reads what has arrived. */
function continueOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}

/** Lets others go first: whatever has arrived, and work that has waited longer. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(continueOne);
  });
}

/** Returns a function to call between parts of long work: it lets others go first once their turn has come. */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
