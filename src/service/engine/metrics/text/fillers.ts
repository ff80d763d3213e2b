import type { Side } from "../conversation.ts";
import type { SpokenWords } from "./spoken-words.ts";

/**
 * Sounds of hesitation by language, as whole words in lower case. Only sounds: words that are fillers in one sentence
 * and not in the next ("like", "also", "pues") are left out. Languages without an entry are not measured.
 */
export const FILLER_LEXICON: ReadonlyMap<string, RegExp> = new Map([
  ["en", /^(?:u+h+m*|u+m+|e+r+m+|er|h+m+|m{2,})$/],
  ["de", /^(?:ä+h+m*|ä+hm*|ö+h+m*|h+m+|m{2,})$/],
  ["fr", /^(?:e+u+h*|h+e+u+|h+u+m+|h+m+|m{2,})$/],
  ["es", /^(?:e+h+|e+h*m+|h+m+|m{2,})$/],
  ["pt", /^(?:a+h*n+|h+ã+|h+u+m{2,}|h+m+|é{2,}|m{2,})$/],
  ["tr", /^(?:ı{2,}h*|e{2,}|h+m+|m{2,})$/],
  ["ru", /^(?:э+|э+м+|х+м+|м{2,})$/],
  ["zh", /^(?:嗯+|呃+|唔+)$/],
  ["yue", /^(?:嗯+|呃+|唔{2,})$/],
  ["ja", /^(?:え+ー*っ?と+ー*|あの+ー+|う+ー*ん+|んー+)$/],
]);

/** The lexicon of a language tag, or null. */
export function fillerLexicon(language: string | null | undefined): RegExp | null {
  const primary = (language ?? "").toLowerCase().split(/[-_]/)[0] ?? "";
  return FILLER_LEXICON.get(primary) ?? null;
}

/** The turns with hesitations, and the words of each side. */
export interface Fillers {
  hits: Readonly<Record<Side, readonly { entry: number; hits: number }[]>>;
  count: Readonly<Record<Side, number>>;
}

/** Counts the words that the lexicon knows. */
export function findFillers({ turns, count, vocabulary }: SpokenWords, lexicon: RegExp): Fillers {
  const isFiller = vocabulary.map((word) => lexicon.test(word));
  const hits: Record<Side, { entry: number; hits: number }[]> = { agent: [], user: [] };
  if (!isFiller.includes(true)) return { hits, count };
  for (const { side, entry, words } of turns) {
    const found = words.filter((word) => isFiller[word]).length;
    if (found > 0) hits[side].push({ entry, hits: found });
  }
  return { hits, count };
}
