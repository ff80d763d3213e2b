/** Long work on the main thread takes turns with everything else that waits there. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds after which others have their turn. */
const TURN_MS = 10;

/** Returns a function to be called between parts of a long work: it lets others go first once their turn has come. */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
