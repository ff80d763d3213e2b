import type { Side, TranscriptEntry } from "../conversation.ts";
import type { Run } from "../timing/turns.ts";
import { wordHasher } from "./word-hashes.ts";

/** The words of a turn. `entry` is the index in the transcript of its first entry. */
export interface SpokenTurn {
  side: Side;
  entry: number;
  /** Hashes of the words: two words that differ have the same one with a chance of one in four thousand million. */
  words: readonly number[];
}

export interface SpokenWords {
  turns: readonly SpokenTurn[];
  count: Readonly<Record<Side, number>>;
}

/** Reads the words of every turn, or null when an entry has no utterance. `order` lists the entries as spoken. */
export function readWords(
  transcript: readonly TranscriptEntry[],
  order: readonly { entry: number }[],
  runs: readonly Run[],
): SpokenWords | null {
  const addHashes = wordHasher();
  const count = { agent: 0, user: 0 };
  const turns: SpokenTurn[] = [];
  for (const { side, from, to } of runs) {
    const words: number[] = [];
    for (let at = from; at < to; at++) {
      const utterance = transcript[order[at]?.entry ?? -1]?.utterance;
      if (typeof utterance !== "string") return null;
      addHashes(utterance, words);
    }
    count[side] += words.length;
    turns.push({ side, entry: order[from]?.entry ?? 0, words });
  }
  return { turns, count };
}
