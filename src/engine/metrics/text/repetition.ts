import type { SpokenWords } from "./spoken-words.ts";

/** A turn repeats an earlier one if the Jaccard similarity of their sets of words is at least this. */
export const REPETITION_THRESHOLD = 0.8;

/** Shorter turns ("Yes, of course.") may be repeated, so they are not compared. */
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

/** Finds the turns of the agent that repeat an earlier one. */
export function findRepetitions({ turns }: SpokenWords): Repetitions {
  const said = new Set<string>();
  const similar = new SimilarTurns();
  const repeated: TurnReference[] = [];
  const exact: TurnReference[] = [];
  let compared = 0;
  for (const { side, entry, words } of turns) {
    if (side !== "agent" || words.length < REPETITION_MIN_WORDS) continue;
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
 * The turns seen so far, indexed to find similar ones quickly. It uses prefix filtering: two sets can reach
 * the threshold only if they share a word among the first few in some fixed order, so few turns are compared.
 * The order here puts the words that first occurred latest first, because other turns rarely have them.
 */
class SimilarTurns {
  /** Words, numbered in the order in which they first occur. */
  readonly #numbers = new Map<string, number>();
  /** For each word's number, the turns that have the word among their first. */
  readonly #turns = new Map<number, Set<number>[]>();

  /** Adds a turn. Returns whether its Jaccard similarity with an earlier turn reaches the threshold. */
  hasOrAdd(words: readonly string[]): boolean {
    const set = new Set(words.map((word) => this.#numberOf(word)));
    const first = set.size - Math.ceil(REPETITION_THRESHOLD * set.size - EPSILON) + 1;
    let repeats = false;
    for (const word of [...set].sort((a, b) => b - a).slice(0, first)) {
      const others = this.#turns.get(word);
      repeats ||= others?.some((other) => isSimilar(set, other)) === true;
      if (others) others.push(set);
      else this.#turns.set(word, [set]);
    }
    return repeats;
  }

  #numberOf(word: string): number {
    const number = this.#numbers.get(word) ?? this.#numbers.size;
    this.#numbers.set(word, number);
    return number;
  }
}

/** Whether |a ∩ b| / |a ∪ b| reaches the threshold. */
function isSimilar(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  if (Math.min(a.size, b.size) < REPETITION_THRESHOLD * Math.max(a.size, b.size) - EPSILON) return false;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common >= REPETITION_THRESHOLD * (a.size + b.size - common) - EPSILON;
}
