/** The shortest pause between two looks. */
const SHORTEST_MS = 100;
/** A pause may add this share to what has been waited. */
const SHARE = 0.1;

/**
 * How long to wait, in milliseconds, before asking again whether something is over: briefly at first, so that a short
 * wait ends promptly, and later as rarely as `poll_ms` says.
 */
export const pollDelay = (waited_ms: number, poll_ms: number): number =>
  Math.min(poll_ms, Math.max(SHORTEST_MS, waited_ms * SHARE));
