/** The time. Nothing else reads a clock, so tests can set it. */
export interface Clock {
  now(): Date;
}

/**
 * The time of a service, which never goes backwards: later writes have later times, and something due in a second
 * comes soon. If the machine's clock is set back, this one runs at half speed until the machine's has caught up. If
 * the machine's clock is set forward, this one follows at once.
 * @param wall the machine's time in milliseconds since 1970
 * @param elapsed milliseconds on a monotonic clock
 */
export function steadyClock(
  wall: () => number = () => Date.now(),
  elapsed: () => number = () => performance.now(),
): () => Date {
  let latest = wall();
  let at = elapsed();
  return () => {
    const now = elapsed();
    latest = Math.max(wall(), latest + (now - at) / 2);
    at = now;
    return new Date(latest);
  };
}
