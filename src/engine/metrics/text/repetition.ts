import type { Side } from "../conversation.ts";
import type { SpokenWords } from "./spoken-words.ts";

/** A turn repeats an earlier one from this Jaccard similarity of their sets of words. */
export const REPETITION_THRESHOLD = 0.8;

/** Shorter turns ("Yes, of course.") may be said again; they are not compared. */
export const REPETITION_MIN_WORDS = 4;

/** Tolerance for products of the threshold with a length, which are not exact in binary. */
const EPSILON = 1e-9;

/** A turn as the transcript index of its first entry. */
type TurnReference = { entry: number };

export interface Repetitions {
  /** How many turns were compared. */
  compared: number;
  /** Turns similar to an earlier turn, exact duplicates included. */
  repeated: readonly TurnReference[];
  /** Turns with the words of an earlier turn in the same order. */
  exact: readonly TurnReference[];
}

/** Finds the turns of a side that repeat an earlier one. */
export function findRepetitions({ turns }: SpokenWords, side: Side): Repetitions {
  const said = new Set<string>();
  const similar = new SimilarTurns();
  const repeated: TurnReference[] = [];
  const exact: TurnReference[] = [];
  let compared = 0;
  for (const { side: speaker, entry, words } of turns) {
    if (speaker !== side || words.length < REPETITION_MIN_WORDS) continue;
    compared++;
    const sequence = words.join("\n");
    if (said.has(sequence)) {
      exact.push({ entry });
      repeated.push({ entry });
      continue;
    }
    said.add(sequence);
    if (similar.hasOrAdd(words)) repeated.push({ entry });
  }
  return { compared, repeated, exact };
}

/**
 * Turns that were seen, found again by similar sets of words. Two sets can only reach the threshold when they share a
 * word among the few that any fixed order puts first in each (prefix filtering), so few turns are compared. Here the
 * words that occurred latest for the first time come first, as those that other turns seldom have.
 */
class SimilarTurns {
  /** Words, numbered in the order in which they first occur. */
  readonly #numbers = new Map<string, number>();
  /** The turns that have a word among their first, by the word's number. */
  readonly #turns = new Map<number, Set<number>[]>();

  /** Whether a turn that was added before has a Jaccard similarity with this one that reaches the threshold; adds it. */
  hasOrAdd(words: readonly string[]): boolean {
    const set = new Set(words.map((word) => this.#numberOf(word)));
    const first = set.size - Math.ceil(REPETITION_THRESHOLD * set.size - EPSILON) + 1;
    let found = false;
    for (const word of [...set].sort((a, b) => b - a).slice(0, first)) {
      const others = this.#turns.get(word);
      found ||= others?.some((other) => isSimilar(set, other)) === true;
      if (others) others.push(set);
      else this.#turns.set(word, [set]);
    }
    return found;
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word) ?? this.#numbers.size;
    this.#numbers.set(word, known);
    return known;
  }
}

/** Whether |a ∩ b| / |a ∪ b| reaches the threshold. */
function isSimilar(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  if (Math.min(a.size, b.size) < REPETITION_THRESHOLD * Math.max(a.size, b.size) - EPSILON) return false;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common >= REPETITION_THRESHOLD * (a.size + b.size - common) - EPSILON;
}
