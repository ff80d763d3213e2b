/** An agent that fails only sometimes: how many conversations decide whether it fails. */

export interface Often {
  /** At most so many conversations. */
  readonly repeat: number;
  /** How many of them must fail. */
  readonly at_least: number;
}

/**
 * Whether at least so many of at most so many conversations fail. Ends as soon as that is certain.
 * @param hold the next conversation: whether it fails; undefined if no more may be held
 */
export async function failsOften(
  hold: () => Promise<boolean | undefined>,
  { repeat, at_least }: Often,
): Promise<boolean> {
  let failures = 0;
  for (let left = repeat; left > 0 && failures + left >= at_least; left--) {
    const failed = await hold();
    if (failed === undefined) return false;
    if (failed) failures++;
    if (failures >= at_least) return true;
  }
  return false;
}
