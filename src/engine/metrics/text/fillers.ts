import type { Side } from "../conversation.ts";
import type { SpokenWords } from "./spoken-words.ts";

/**
 * Sounds of hesitation by language. The list has only sounds: words that are fillers in one sentence and not
 * in the next ("like", "pues", "also") are left out. Languages without an entry are not measured.
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

const FILLER_SOUNDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...FILLER_LEXICON].map(([language, words]) => [language, new Set(words)]),
);

/** The sounds of hesitation in the language of a tag, or null if the language has no entry. */
export function fillerSounds(language: string | null | undefined): ReadonlySet<string> | null {
  const primary = (language ?? "").toLowerCase().split(/[-_]/)[0] ?? "";
  return FILLER_SOUNDS.get(primary) ?? null;
}

/** The hesitations of a side. */
interface SideFillers {
  hits: number;
  /** The turns with hesitations, each as the transcript index of its first entry. */
  turns: { entry: number }[];
}

/** The hesitations and the number of words of each side. */
export interface Fillers extends Readonly<Record<Side, Readonly<SideFillers>>> {
  count: Readonly<Record<Side, number>>;
}

function noFillers(): SideFillers {
  return { hits: 0, turns: [] };
}

/** Counts the words that are sounds of hesitation. */
export function findFillers({ turns, count }: SpokenWords, sounds: ReadonlySet<string>): Fillers {
  const fillers = { agent: noFillers(), user: noFillers(), count };
  for (const { side, entry, words } of turns) {
    const hits = words.filter((word) => sounds.has(word)).length;
    if (hits === 0) continue;
    fillers[side].hits += hits;
    fillers[side].turns.push({ entry });
  }
  return fillers;
}
