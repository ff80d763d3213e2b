import type { Side } from "../conversation.ts";
import type { SpokenWords } from "./spoken-words.ts";
import { hashOfWord } from "./word-hashes.ts";

/**
 * Sounds of hesitation by language. Only sounds: words that are fillers in one sentence and not in the next ("like",
 * "pues", "also") are left out. Languages without an entry are not measured.
 */
export const FILLER_LEXICON: ReadonlyMap<string, readonly string[]> = new Map([
  ["en", ["uh", "uhh", "uhm", "um", "umm", "ummm", "er", "erm", "hm", "hmm", "hmmm", "mm", "mmm"]],
  ["de", ["äh", "ähh", "ähm", "ähhm", "öh", "öhm", "hm", "hmm", "hmmm", "mm", "mmm"]],
  ["fr", ["euh", "euhh", "heu", "hum", "hm", "hmm", "hmmm", "mm", "mmm"]],
  ["es", ["eh", "ehh", "ehm", "em", "emm", "hm", "hmm", "hmmm", "mm", "mmm"]],
  ["pt", ["ahn", "hã", "hum", "humm", "hm", "hmm", "hmmm", "mm", "mmm"]],
  ["tr", ["ıı", "ııı", "ıh", "ee", "eee", "hm", "hmm", "hmmm", "mm", "mmm"]],
  ["ru", ["э", "ээ", "эээ", "эм", "эмм", "хм", "хмм", "мм", "ммм"]],
  ["zh", ["嗯", "嗯嗯", "呃", "唔"]],
  ["yue", ["嗯", "嗯嗯", "呃"]],
  ["ja", ["えーと", "えっと", "ええと", "あのー", "うーん", "んー"]],
]);

/** The sounds of hesitation in the language of a tag, or null when they are not known. */
export function fillerLexicon(language: string | null | undefined): readonly string[] | null {
  const primary = (language ?? "").toLowerCase().split(/[-_]/)[0] ?? "";
  return FILLER_LEXICON.get(primary) ?? null;
}

/** The turns with hesitations, and the words of each side. */
export interface Fillers {
  hits: Readonly<Record<Side, readonly { entry: number; hits: number }[]>>;
  count: Readonly<Record<Side, number>>;
}

/** Counts the words that are in the lexicon. */
export function findFillers({ turns, count }: SpokenWords, lexicon: readonly string[]): Fillers {
  const sounds = new Set(lexicon.map(hashOfWord));
  const hits: Record<Side, { entry: number; hits: number }[]> = { agent: [], user: [] };
  for (const { side, entry, words } of turns) {
    let found = 0;
    for (const word of words) if (sounds.has(word)) found++;
    if (found > 0) hits[side].push({ entry, hits: found });
  }
  return { hits, count };
}
