/** The first of several versions that fails, found with few of them tried. */

/** Undecided: what was tried says neither. */
export type Standing = "passes" | "fails" | "undecided";

export interface Bisected<T> {
  /** The newest version that passes before the first one that fails, as far as it is known. */
  readonly passes: T;
  /** The oldest that fails after it. */
  readonly fails: T;
  /** Those between the two that were tried and say neither. */
  readonly undecided: readonly T[];
  /** Whether some between the two were not tried, because no more could be. */
  readonly is_open: boolean;
}

/**
 * Supposes that it broke once: if it broke, was repaired, and broke again, one of these breaks is found.
 * @param versions at least two, oldest first; the first one passes, and the last one fails
 * @param standing undefined if no more may be tried
 */
export async function bisect<T>(
  versions: readonly T[],
  standing: (version: T) => Promise<Standing | undefined>,
): Promise<Bisected<T>> {
  let [passes, fails] = [0, versions.length - 1];
  const undecided = new Set<number>();
  const between = () => versions.map((_, place) => place).filter((place) => place > passes && place < fails);
  let is_open = false;
  for (;;) {
    const middle = (passes + fails) / 2;
    const distance = (place: number) => Math.abs(place - middle);
    const [next] = between()
      .filter((place) => !undecided.has(place))
      .sort((a, b) => distance(a) - distance(b));
    if (next === undefined) break;
    const version_standing = await standing(versions[next] as T);
    if (version_standing === "passes") passes = next;
    else if (version_standing === "fails") fails = next;
    else if (version_standing === "undecided") undecided.add(next);
    else {
      is_open = true;
      break;
    }
  }
  return {
    passes: versions[passes] as T,
    fails: versions[fails] as T,
    undecided: between()
      .filter((place) => undecided.has(place))
      .map((place) => versions[place] as T),
    is_open,
  };
}
