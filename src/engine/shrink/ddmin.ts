/** Delta debugging: the smallest part of a list that still fails, by leaving out less and less at a time. */

/**
 * Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002), without their test of parts alone:
 * it is left out because a caller rarely fails with half of what it knows.
 * @param fails whether a selection of the items, in their order, still fails; not called for all of them
 * @returns a selection that fails, and from which no single item can be left out; all items, if nothing can be
 */
export async function ddmin<T>(
  items: readonly T[],
  fails: (kept: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (items.length === 0 || (await fails([]))) return [];
  let kept = items;
  let chunks = 2;
  while (kept.length > 1) {
    const size = Math.ceil(kept.length / chunks);
    let smaller: readonly T[] | undefined;
    for (let start = 0; start < kept.length && smaller === undefined; start += size) {
      const rest = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (rest.length > 0 && (await fails(rest))) smaller = rest;
    }
    if (smaller) {
      kept = smaller;
      chunks = Math.max(2, chunks - 1);
    } else if (size === 1) break;
    else chunks = Math.min(kept.length, chunks * 2);
  }
  return kept;
}
