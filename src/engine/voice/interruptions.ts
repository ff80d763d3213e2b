import type { LanguageCode } from "../../contract/values.ts";
import type { DigitalHuman } from "../caller/digital-human.ts";
import { hear } from "../caller/hearing/hear.ts";
import { languageOf } from "../caller/language.ts";
import { matchWords } from "../caller/match-words.ts";
import { type Keyword, keywordsOf, situationOf } from "../caller/script/keywords.ts";
import { isLike } from "../caller/script/situation.ts";
import type { Rng } from "../random.ts";
import { cueSpan, fold } from "../transcript/fold.ts";

/**
 * How often a digital human interrupts: per call, per turn of the agent, and with which chance at each turn
 * (as in deepeval).
 */
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

/** What a digital human does if the agent speaks at the same time. Times in milliseconds. */
export interface Floor {
  /** For this long after it began to speak, it always continues. */
  readonly grace_ms: number;
  /** After that, it stops when the agent has spoken over it for this long. */
  readonly yield_after_ms: number;
  /** After stopping, it stays silent for at least this long. */
  readonly pause_ms: number;
  /**
   * How it repeats what it could not finish, after a random time in this range. Null if it does not repeat
   * it.
   */
  readonly again: {
    readonly after_ms: readonly [least: number, most: number];
    /**
     * Whether it repeats it even while the agent speaks. Otherwise, the time begins when the agent pauses.
     */
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
  /** What the agent does when the digital human interrupts, in words. Null without one. */
  readonly situation: string | null;
  readonly floor: Floor;
}

const NONE: InterruptionPlan = { rate: null, keywords: [], situation: null, floor: FLOORS.yield };

/** Reads `interruptions`. Callers that interrupt often are also slower to give way. */
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

/** Approximate number of characters spoken per second. */
const SPOKEN_A_SECOND = 14;

/** A keyword that the agent is saying. */
export interface HeardKeyword {
  readonly response: string;
  /** Approximately how long after the beginning of the text it is heard. */
  readonly after_ms: number;
}

/** The keywords in the agent's words that make the digital human interrupt, each with its own chance. */
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
 * When the digital human interrupts because the agent's words fit the situation of a contextual interruption:
 * in the middle of the first sentence that fits, in milliseconds after the beginning of the text. Undefined
 * if no sentence fits, or if that is unclear.
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
