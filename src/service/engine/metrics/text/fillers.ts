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
export function findFillers({ turns, count, hashes }: SpokenWords, lexicon: readonly string[]): Fillers {
  const sounds = new Set(lexicon.map(hashOfWord));
  // Nearly all words are none: the last byte of the hash tells most of them without a look into the set.
  const lastBytes = new Uint8Array(256);
  for (const sound of sounds) lastBytes[sound & 0xff] = 1;
  const hits: Record<Side, { entry: number; hits: number }[]> = { agent: [], user: [] };
  for (const { side, entry, begin, end } of turns) {
    let found = 0;
    for (let at = begin; at < end; at++) {
      const word = hashes[at] ?? 0;
      if (lastBytes[word & 0xff] === 1 && sounds.has(word)) found++;
    }
    if (found > 0) hits[side].push({ entry, hits: found });
  }
  return { hits, count };
}
