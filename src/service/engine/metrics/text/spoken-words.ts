import type { Side, TranscriptEntry } from "../conversation.ts";
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
  order: readonly { entry: number; side: Side }[],
): SpokenWords | null {
  const addHashes = wordHasher();
  const hashes = new HashList();
  const count = { agent: 0, user: 0 };
  const turns: SpokenTurn[] = [];
  let open: SpokenTurn | undefined;
  for (const { entry, side } of order) {
    const utterance = transcript[entry]?.utterance;
    if (typeof utterance !== "string") return null;
    const begin = hashes.length;
    addHashes(utterance, hashes);
    const end = hashes.length;
    count[side] += end - begin;
    if (open?.side === side) {
      open.end = end;
    } else {
      open = { side, entry, begin, end };
      turns.push(open);
    }
  }
  return { turns, count, hashes: hashes.view() };
}
