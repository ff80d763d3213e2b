/** Long work on the main thread takes turns with everything else that waits there. */

/** Milliseconds after which others have their turn. */
const TURN_MS = 10;

/** Who waits for a turn, in order. A module may hold it because a thread has a single event loop. */
const waiting: (() => void)[] = [];

/** One at a time: the event loop runs all that `setImmediate` has put off before it reads what has arrived. */
function continueOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}

/** Lets others go first: whatever has arrived, and whoever has waited longer. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(continueOne);
  });
}

/** Returns a function to be called between parts of a long work: it lets others go first once their turn has come. */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
