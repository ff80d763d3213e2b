import type { Side, TranscriptEntry } from "../conversation.ts";
import type { Run } from "../timing/turns.ts";
import { Vocabulary } from "./vocabulary.ts";
import { wordReader } from "./words.ts";

/** The words of a turn. `entry` is the index in the transcript of its first entry. */
export interface SpokenTurn {
  side: Side;
  entry: number;
  /** The words' numbers in the vocabulary. */
  words: readonly number[];
}

export interface SpokenWords {
  turns: readonly SpokenTurn[];
  count: Readonly<Record<Side, number>>;
  /** The distinct words, by number. */
  vocabulary: readonly string[];
}

/** Reads the words of every turn, or null when an entry has no utterance. `order` lists the entries as spoken. */
export function readWords(
  transcript: readonly TranscriptEntry[],
  order: readonly { entry: number }[],
  runs: readonly Run[],
): SpokenWords | null {
  const vocabulary = new Vocabulary();
  const eachWord = wordReader();
  const count = { agent: 0, user: 0 };
  const turns: SpokenTurn[] = [];
  let words: number[] = [];
  const read = (text: string, start: number, end: number, hash: number) => {
    words.push(vocabulary.idOf(text, start, end, hash));
  };
  for (const { side, from, to } of runs) {
    words = [];
    for (let at = from; at < to; at++) {
      const utterance = transcript[order[at]?.entry ?? -1]?.utterance;
      if (typeof utterance !== "string") return null;
      eachWord(utterance, read);
    }
    count[side] += words.length;
    turns.push({ side, entry: order[from]?.entry ?? 0, words });
  }
  return { turns, count, vocabulary: vocabulary.words };
}
