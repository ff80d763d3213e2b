import type { Span } from "../../pattern/span.ts";
import { spend, type Work } from "../../pattern/work.ts";
import type { Word } from "./words.ts";

/**
 * Where a phrase occurs in a text: its words (`wordsOf`), whole and in order, with only spaces and
 * punctuation between them. Undefined if that is too much work.
 */
export function findWords(wanted: readonly Word[], words: readonly Word[], work: Work): Span[] | undefined {
  const spans: Span[] = [];
  if (wanted.length === 0) return spans;
  for (let index = 0; index + wanted.length <= words.length; index++) {
    let matching = 0;
    while (matching < wanted.length && words[index + matching]?.text === wanted[matching]?.text) matching++;
    if (!spend(work, 1 + matching)) return undefined;
    if (matching < wanted.length) continue;
    const last = index + wanted.length - 1;
    spans.push({ start: words[index]?.start ?? 0, end: words[last]?.end ?? 0 });
    index = last;
  }
  return spans;
}
