/**
 * The time of a service, which never goes back: what is written later has a later time, and what is due in a second
 * comes soon. Where the clock of the machine is set back, this one goes on at half the speed until the other has
 * caught up. Set forward, it follows at once.
 * @param wall milliseconds since 1970, as the machine has them
 * @param elapsed milliseconds of a clock that nobody sets
 */
export function steadyClock(
  wall: () => number = () => Date.now(),
  elapsed: () => number = () => performance.now(),
): () => Date {
  let told = wall();
  let at = elapsed();
  return () => {
    const now = elapsed();
    told = Math.max(wall(), told + (now - at) / 2);
    at = now;
    return new Date(told);
  };
}
