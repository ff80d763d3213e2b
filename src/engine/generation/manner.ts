import type { LanguageCode } from "../../contract/values.ts";
import type { Trait } from "../caller/digital-human.ts";
import type { TraitName } from "../caller/language.ts";
import { drawFor, shuffled } from "./draw.ts";

const VERBOSITIES = ["medium", "low", "high"] as const;
const FLUENCIES = ["native", "intermediate", "beginner"] as const;
const TRAITS: readonly (TraitName | null)[] = [
  null,
  "impatient",
  "confused",
  "talkative",
  "polite",
  "angry",
  "hard_of_hearing",
];
const OPENINGS = ["goal", "greeting", "small_talk"] as const;

/**
 * How a digital human speaks. `opening`: its first message says its goal, only greets, or greets and chats.
 */
export interface Manner {
  verbosity: (typeof VERBOSITIES)[number];
  fluency: (typeof FLUENCIES)[number];
  trait: TraitName | null;
  opening: (typeof OPENINGS)[number];
  language: LanguageCode;
}

/**
 * Manners for `count` digital humans, all different while there are enough. The first is the plainest. Each
 * further one has the most pairs of values that none before it had (greedy all-pairs testing; the seed
 * decides between equals), so that few callers try many combinations.
 */
export function manners(count: number, languages: readonly LanguageCode[], seed: string): Manner[] {
  const all = combinations(languages);
  const [plainest, ...others] = all;
  if (!plainest) return [];
  if (count <= 1) return [plainest].slice(0, count);
  const waiting = shuffled(others, drawFor(seed, "manners")).map((manner) => ({
    manner,
    pairs: pairsOf(manner),
  }));
  const chosen: Manner[] = [plainest];
  const covered = new Set(pairsOf(plainest));
  while (chosen.length < count && waiting.length > 0) {
    const gains = waiting.map(({ pairs }) => pairs.filter((pair) => !covered.has(pair)).length);
    const [next] = waiting.splice(gains.indexOf(Math.max(...gains)), 1);
    if (!next) break;
    chosen.push(next.manner);
    for (const pair of next.pairs) covered.add(pair);
  }
  return Array.from({ length: count }, (_, place) => chosen[place % chosen.length] ?? plainest);
}

export const traitsOf = ({ trait }: Pick<Manner, "trait">): Trait[] =>
  trait === null ? [] : [{ trait_name: trait, trait_data_type: "BOOLEAN", value: true }];

const BEGINS: Readonly<Record<Manner["opening"], string>> = {
  goal: "begins with its wish",
  greeting: "begins with a greeting",
  small_talk: "begins with small talk",
};

/** "brief, angry, begins with a greeting, es". Leaves out usual values. */
export function mannerInWords({ verbosity, fluency, trait, opening, language }: Manner): string {
  return [
    ...(verbosity === "low" ? ["brief"] : verbosity === "high" ? ["wordy"] : []),
    ...(fluency === "native" ? [] : [`${fluency} speaker`]),
    ...(trait === null ? [] : [trait.replaceAll("_", " ")]),
    BEGINS[opening],
    ...(language === "en" ? [] : [language]),
  ].join(", ");
}

function combinations(languages: readonly LanguageCode[]): Manner[] {
  return languages.flatMap((language) =>
    VERBOSITIES.flatMap((verbosity) =>
      FLUENCIES.flatMap((fluency) =>
        TRAITS.flatMap((trait) =>
          OPENINGS.map((opening) => ({ verbosity, fluency, trait, opening, language })),
        ),
      ),
    ),
  );
}

function pairsOf(manner: Manner): string[] {
  const values = Object.entries(manner).map(([axis, value]) => `${axis}=${value}`);
  return values.flatMap((one, place) => values.slice(place + 1).map((other) => `${one} ${other}`));
}
