import type { LanguageCode } from "../../contract/values.ts";
import type { DigitalHuman } from "../caller/digital-human.ts";
import { hear } from "../caller/hear.ts";
import { type Keyword, keywordsOf, situationOf } from "../caller/keywords.ts";
import { languageOf } from "../caller/language.ts";
import { matchWords } from "../caller/match-words.ts";
import type { Rng } from "../caller/random.ts";
import { isLike } from "../caller/situation.ts";
import { cueSpan, fold } from "../transcript/fold.ts";

/** How often a digital human interrupts: in a call, in one turn of the agent, and the chance at each turn (as in deepeval). */
export interface InterruptionRate {
  readonly per_call: number;
  readonly per_turn: number;
  readonly chance: number;
}

const RATES: Readonly<Record<string, InterruptionRate>> = {
  low: { per_call: 1, per_turn: 1, chance: 0.25 },
  medium: { per_call: 4, per_turn: 2, chance: 0.5 },
  high: { per_call: 8, per_turn: 3, chance: 0.8 },
};

/** What a digital human does when the agent speaks while it speaks itself. Times in milliseconds. */
export interface Floor {
  /** For this long after it began to speak, it keeps speaking whatever happens. */
  readonly grace_ms: number;
  /** After that it stops once the agent has spoken over it for this long. */
  readonly yield_after_ms: number;
  /** Then it says nothing for at least this long. */
  readonly pause_ms: number;
  /** It says again what it was cut short of, after a time drawn from these; null if it lets that be. */
  readonly again: {
    readonly after_ms: readonly [least: number, most: number];
    /** Whether or not the agent still speaks; otherwise the time begins when the agent pauses. */
    readonly over_agent: boolean;
  } | null;
}

/** Published times (deepeval `floor_control.py`). */
export const FLOORS = {
  yield: { grace_ms: 800, yield_after_ms: 350, pause_ms: 500, again: null },
  adaptive: {
    grace_ms: 2000,
    yield_after_ms: 600,
    pause_ms: 800,
    again: { after_ms: [200, 1200], over_agent: false },
  },
  insist: {
    grace_ms: 5000,
    yield_after_ms: 1200,
    pause_ms: 400,
    again: { after_ms: [100, 500], over_agent: true },
  },
} as const satisfies Record<string, Floor>;

export interface InterruptionPlan {
  readonly rate: InterruptionRate | null;
  readonly keywords: readonly Keyword[];
  /** What the agent does when the digital human breaks in, in words; null if it waits for nothing. */
  readonly situation: string | null;
  readonly floor: Floor;
}

const NONE: InterruptionPlan = { rate: null, keywords: [], situation: null, floor: FLOORS.yield };

/** Reads `interruptions`. Those who interrupt often also give way less. */
export function readInterruptions(given: DigitalHuman["interruptions"]): InterruptionPlan {
  const type = given?.type;
  const rate = type === undefined ? undefined : RATES[type];
  if (rate)
    return {
      ...NONE,
      rate,
      floor: type === "high" ? FLOORS.insist : type === "medium" ? FLOORS.adaptive : FLOORS.yield,
    };
  if (type === "keywords") return { ...NONE, keywords: keywordsOf(given), floor: FLOORS.adaptive };
  const situation = situationOf(given);
  return situation === null ? NONE : { ...NONE, situation, floor: FLOORS.adaptive };
}

/** Characters that are spoken in a second, about. */
const SPOKEN_A_SECOND = 14;

/** A keyword that the agent is saying. */
export interface HeardKeyword {
  readonly response: string;
  /** How long after the beginning of the text it is heard, about. */
  readonly after_ms: number;
}

/** The keywords in what the agent says that make the digital human break in: each by its own chance. */
export function heardKeywords(
  { keywords }: InterruptionPlan,
  text: string,
  language: LanguageCode,
  rng: Rng,
): HeardKeyword[] {
  const folded = fold(text);
  return keywords.flatMap(({ keyword, probability, response }) => {
    const drawn = rng();
    const span = cueSpan(folded, fold(keyword).replaceAll(/[*~]/g, ""));
    if (!span || !matchWords(keyword, text, language) || drawn >= probability) return [];
    return [{ response, after_ms: Math.round((span[1] / SPOKEN_A_SECOND) * 1000) }];
  });
}

const SENTENCE = /[^.!?。！？।]+[.!?。！？।]*/g;

/**
 * When the digital human breaks into what the agent says because it fits the situation of a contextual interruption: in the middle of
 * the first sentence that does, in milliseconds after the beginning of the text. Undefined if none does, or nobody can tell.
 */
export function heardSituation(
  { situation }: InterruptionPlan,
  text: string,
  language: LanguageCode,
): number | undefined {
  if (situation === null) return undefined;
  const spoken = languageOf(language);
  for (const { 0: sentence, index } of text.matchAll(SENTENCE))
    if (isLike(situation, hear(sentence, spoken), spoken) === "yes")
      return Math.round(((index + sentence.length / 2) / SPOKEN_A_SECOND) * 1000);
  return undefined;
}
