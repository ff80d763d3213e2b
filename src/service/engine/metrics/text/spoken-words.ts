import type { Side, TranscriptEntry } from "../conversation.ts";
import type { Run } from "../timing/turns.ts";
import { HashList } from "./hash-list.ts";
import { wordHasher } from "./word-hashes.ts";

/** Words that follow each other: `hashes[begin]` to `hashes[end]` (exclusive) of all. */
export interface WordSpan {
  begin: number;
  end: number;
}

/** The words of a turn. `entry`: the index of its first entry. */
export interface SpokenTurn extends WordSpan {
  side: Side;
  entry: number;
}

/** The words of a transcript. */
export interface SpokenWords {
  turns: readonly SpokenTurn[];
  count: Readonly<Record<Side, number>>;
  /** Two words that differ have the same hash with a chance of one in four thousand million. */
  hashes: Int32Array;
}

export function wordsIn({ begin, end }: WordSpan): number {
  return end - begin;
}

/** Reads the words of every turn, or null when an entry has no utterance. `order` lists the entries as spoken. */
export function readWords(
  transcript: readonly TranscriptEntry[],
  order: readonly { entry: number }[],
  runs: readonly Run[],
): SpokenWords | null {
  const addHashes = wordHasher();
  const hashes = new HashList();
  const count = { agent: 0, user: 0 };
  const turns: SpokenTurn[] = [];
  for (const { side, from, to } of runs) {
    const begin = hashes.length;
    for (let at = from; at < to; at++) {
      const utterance = transcript[order[at]?.entry ?? -1]?.utterance;
      if (typeof utterance !== "string") return null;
      addHashes(utterance, hashes);
    }
    const end = hashes.length;
    count[side] += end - begin;
    turns.push({ side, entry: order[from]?.entry ?? 0, begin, end });
  }
  return { turns, count, hashes: hashes.view() };
}
