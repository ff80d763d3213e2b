import type { Side } from "../conversation.ts";
import { wordCutter } from "./words.ts";

/** The words of a turn. `entry`: the index of its first entry. */
export interface SpokenTurn {
  side: Side;
  entry: number;
  words: string[];
}

/** The words of a transcript. */
export interface SpokenWords {
  turns: readonly SpokenTurn[];
  count: Readonly<Record<Side, number>>;
}

/** Finds the words of every turn. `order` lists the entries as spoken, `utterances` their texts in that order. */
export function readWords(
  order: readonly { entry: number; side: Side }[],
  utterances: readonly string[],
): SpokenWords {
  const cut = wordCutter();
  const count = { agent: 0, user: 0 };
  const turns: SpokenTurn[] = [];
  let open: SpokenTurn | undefined;
  for (const [at, { entry, side }] of order.entries()) {
    const words = cut(utterances[at] ?? "");
    count[side] += words.length;
    if (open?.side === side) {
      for (const word of words) open.words.push(word);
    } else {
      open = { side, entry, words };
      turns.push(open);
    }
  }
  return { turns, count };
}
