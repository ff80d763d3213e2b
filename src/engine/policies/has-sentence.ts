/** Whether a prompt has the sentence of a policy. People write it with other punctuation, or several as one. */
import { fold } from "../transcript/fold.ts";
import { statements } from "./read/statements.ts";

/**
 * Tells whether sentences are among those of a prompt: with the same words, whatever the punctuation and markup
 * between them. A row of a table may be written as the prompt has it.
 * @param sentences those of the prompt, as `statements` finds them
 */
export function sentenceFinder(sentences: readonly string[]): (sentence: string) => boolean {
  const exact = new Set(sentences);
  let all: string | undefined;
  return (sentence) => {
    if (exact.has(sentence)) return true;
    // Most prompts are only asked for sentences as they have them.
    all ??= joined(sentences);
    return all.includes(joined(statements(sentence)));
  };
}

const wordsOf = (sentence: string) => fold(sentence).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
/** Each sentence whole, so that none is found within a longer one. */
const joined = (sentences: readonly string[]): string =>
  `|${sentences.map((one) => wordsOf(one).join(" ")).join("|")}|`;

/** The sentence of a prompt that shares the most words with another text. Undefined if none shares half of them. */
export function nearestSentence(sentences: readonly string[], text: string): string | undefined {
  const wanted = new Set(wordsOf(text));
  const scored = sentences.map((sentence) => {
    const own = new Set(wordsOf(sentence));
    const shared = [...own].filter((word) => wanted.has(word)).length;
    return { sentence, share: (2 * shared) / (own.size + wanted.size) };
  });
  const best = scored.reduce((one, other) => (other.share > one.share ? other : one), {
    sentence: "",
    share: 0,
  });
  return best.share >= 0.5 ? best.sentence : undefined;
}
