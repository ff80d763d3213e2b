/** Long work on the main thread takes turns with everything else that waits there. */

/** Milliseconds after which others have their turn. */
const TURN_MS = 10;

/**
 * Who waits for a turn, in order. It belongs to the event loop, of which a thread has one: that is why a module may hold it.
 */
const waiting: (() => void)[] = [];

/** One at a time: what `setImmediate` has put off is otherwise all done before anything that has arrived meanwhile. */
function letOneGoOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}

/** Lets others go first: whatever has arrived, and whoever has waited longer. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneGoOn);
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
