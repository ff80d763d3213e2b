import type { Side } from "../conversation.ts";
import { hashWords } from "./word-hashes.ts";

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

export function wordsIn({ begin, end }: WordSpan): number {
  return end - begin;
}

/** The words of a transcript. */
export interface SpokenWords {
  turns: readonly SpokenTurn[];
  count: Readonly<Record<Side, number>>;
  /** Two words that differ have the same hash with a chance of one in four thousand million. */
  hashes: Int32Array;
}

/** Finds the words of every turn. `order` lists the entries as spoken, `utterances` their texts in that order. */
export function readWords(
  order: readonly { entry: number; side: Side }[],
  utterances: readonly string[],
): SpokenWords {
  const { hashes, ends } = hashWords(utterances);
  const count = { agent: 0, user: 0 };
  const turns: SpokenTurn[] = [];
  let open: SpokenTurn | undefined;
  let begin = 0;
  for (let at = 0; at < order.length; at++) {
    const spoken = order[at];
    if (spoken === undefined) break;
    const { entry, side } = spoken;
    const end = ends[at] ?? begin;
    count[side] += end - begin;
    if (open?.side === side) {
      open.end = end;
    } else {
      open = { side, entry, begin, end };
      turns.push(open);
    }
    begin = end;
  }
  return { turns, count, hashes };
}
