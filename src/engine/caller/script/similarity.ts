import type { LanguageCode } from "../../../contract/values.ts";
import { words } from "../words.ts";

/** The Sørensen–Dice coefficient of the word multisets of two texts: twice the shared words over all words, 0 to 1. */
export function similarity(a: string, b: string, language: LanguageCode): number {
  const left = words(a, language);
  const right = words(b, language);
  if (left.length + right.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    shared += 1;
    counts.set(word, count - 1);
  }
  return (2 * shared) / (left.length + right.length);
}
