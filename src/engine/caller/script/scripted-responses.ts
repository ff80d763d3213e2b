import type { LanguageCode } from "../../../contract/values.ts";
import { MATCH_TYPES, OCCURRENCE_MODES, SCRIPTED_RESPONSE_TYPES } from "../../../contract/values.ts";
import { spend, type Work } from "../../pattern/work.ts";
import { clean, fold } from "../../transcript/fold.ts";
import type { ScriptedResponse } from "../digital-human.ts";
import { hear } from "../hearing/hear.ts";
import { languageOf } from "../language.ts";
import { type WordMatch, wordMatcher } from "../match-words.ts";
import { hasWords } from "../words.ts";
import { matchesPattern, patternProblem } from "./pattern.ts";
import { isLike, type Likeness } from "./situation.ts";

export interface ScriptedRule {
  /** Position in the record's `scripted_responses`, from 0. */
  index: number;
  match_type: (typeof MATCH_TYPES)[number];
  match_phrase: string;
  occurrence_mode: (typeof OCCURRENCE_MODES)[number];
  /** Used by `first_n` and `nth`. */
  occurrence_n: number;
  /** Said after `silence_ms`. Null if the caller says nothing. */
  say: string | null;
  /** `say` consists of keys to press, if the line has any. */
  keys?: true;
  silence_ms: number;
}

export interface InactiveResponse {
  index: number;
  reason: string;
}

interface Script {
  rules: ScriptedRule[];
  inactive: InactiveResponse[];
}

/** Keys of a telephone; `w` and a comma are pauses. */
const DTMF = /^[\d*#A-Dw,\s]+$/i;

/**
 * Reads the `scripted_responses` of a digital human. A response that cannot be followed is inactive, with the
 * reason. It is never guessed.
 * @param allowsKeys whether keys are pressed; otherwise they are said
 */
export function readScript(responses: readonly ScriptedResponse[], allowsKeys = true): Script {
  const script: Script = { rules: [], inactive: [] };
  for (const [index, response] of responses.entries()) {
    const rule = readRule(response, index, allowsKeys);
    if (typeof rule === "string") script.inactive.push({ index, reason: rule });
    else script.rules.push(rule);
  }
  return script;
}

function readRule(response: ScriptedResponse, index: number, allowsKeys: boolean): ScriptedRule | string {
  const match_type = MATCH_TYPES.find((type) => type === (response.match_type ?? "exact"));
  if (!match_type) return `unknown match_type "${response.match_type}"`;
  const occurrence_mode = OCCURRENCE_MODES.find((mode) => mode === (response.occurrence_mode ?? "always"));
  if (!occurrence_mode) return `unknown occurrence_mode "${response.occurrence_mode}"`;
  const response_type = SCRIPTED_RESPONSE_TYPES.find((type) => type === (response.response_type ?? "phrase"));
  if (!response_type) return `unknown response_type "${response.response_type}"`;
  const match_phrase = response.match_phrase ?? "";
  const problem = match_type === "regex" ? patternProblem(match_phrase) : null;
  if (problem) return problem;
  if ((match_type === "exact" || match_type === "contains") && !hasWords(match_phrase))
    return "match_phrase has no words";
  const occurrence_n = response.occurrence_n ?? 0;
  const counts = occurrence_mode === "first_n" || occurrence_mode === "nth";
  if (counts && !(Number.isInteger(occurrence_n) && occurrence_n >= 1))
    return `${occurrence_mode} needs an occurrence_n of 1 or more`;
  const say = response.response_value?.trim() || null;
  const silence_ms = Math.round((response.silence_duration ?? 0) * 1000);
  if (match_type === "context" && !hasWords(match_phrase)) return "match_phrase has no words";
  if (response_type !== "silence" && say === null) return "response_value is empty";
  if (response_type === "dtmf" && !DTMF.test(say ?? ""))
    return "response_value is not a sequence of telephone keys";
  if (silence_ms < 0) return "silence_duration is negative";
  if (response_type === "silence" && silence_ms === 0) return "silence needs a silence_duration";
  const keys = response_type === "dtmf" && allowsKeys && { keys: true as const };
  return { index, match_type, match_phrase, occurrence_mode, occurrence_n, say, ...keys, silence_ms };
}

interface ScriptedMatch {
  rule: ScriptedRule;
  match: WordMatch;
}

/**
 * The first rule that matches a message of the agent, and how often each rule has matched so far. Every match
 * counts as an occurrence of its rule, even if an earlier rule answers. If the steps for a message run out,
 * the remaining rules do not match, so that no script and no message can hold up other conversations.
 */
export function matchScript(
  rules: readonly ScriptedRule[],
  counts: readonly number[],
  message: string,
  language: LanguageCode,
  situation?: Situation,
): { found: ScriptedMatch | undefined; counts: number[]; undecided: number[] } {
  let found: ScriptedMatch | undefined;
  const undecided: number[] = [];
  const heard = heardAs(message, language, situation, undecided);
  const after = rules.map((rule, place) => {
    const before = counts[place] ?? 0;
    const match = matchRule(rule, heard);
    if (!match) return before;
    if (!found && isDue(rule, before + 1)) found = { rule, match };
    return before + 1;
  });
  return { found, counts: after, undecided };
}

function isDue({ occurrence_mode, occurrence_n }: ScriptedRule, occurrence: number): boolean {
  if (occurrence_mode === "once") return occurrence === 1;
  if (occurrence_mode === "first_n") return occurrence <= occurrence_n;
  if (occurrence_mode === "nth") return occurrence === occurrence_n;
  return true;
}

/** Steps that all rules of a script together may take for one message: about 10 ms. */
const SCRIPT_STEPS = 150_000;
/** How many characters a step searches for a phrase. */
const CHARACTERS_A_STEP = 16;

/**
 * What a model has recognized a message as: the position of a rule with `match_type: context`, from 0, or
 * none of them. Without a model, messages are compared with what the phrases name.
 */
export type Situation = number | "none";

/** A message in the forms that rules need, each computed only when a rule needs it. */
interface Heard {
  readonly work: Work;
  /** How many steps it takes to search for a phrase. */
  readonly steps: number;
  readonly words: ReturnType<typeof wordMatcher>;
  readonly cleaned: () => string;
  readonly squeezed: () => string;
  readonly likeness: (rule: ScriptedRule) => Likeness;
  /** Positions, in the record, of rules that could not be decided. */
  readonly undecided: number[];
}

function heardAs(
  message: string,
  language: LanguageCode,
  situation: Situation | undefined,
  undecided: number[],
): Heard {
  const read = once(() => hear(message, languageOf(language)));
  return {
    work: { left: SCRIPT_STEPS },
    steps: Math.ceil(message.length / CHARACTERS_A_STEP),
    words: wordMatcher(message, language),
    cleaned: once(() => clean(message)),
    squeezed: once(() => squeezed(message)),
    likeness: ({ index, match_phrase }) => {
      if (situation !== undefined) return situation === index ? "yes" : "no";
      return isLike(match_phrase, read(), languageOf(language));
    },
    undecided,
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function matchRule(rule: ScriptedRule, heard: Heard): WordMatch | undefined {
  if (rule.match_type === "any") return "whole";
  if (!spend(heard.work, heard.steps)) return undefined;
  switch (rule.match_type) {
    case "exact":
      return heard.words(rule.match_phrase);
    case "context": {
      const likeness = heard.likeness(rule);
      if (likeness === "undecided") heard.undecided.push(rule.index);
      return likeness === "yes" ? "whole" : undefined;
    }
    case "regex":
      return matchesPattern(rule.match_phrase, heard.cleaned(), heard.work) ? "contained" : undefined;
    case "contains": {
      const said = heard.squeezed();
      const wanted = squeezed(rule.match_phrase);
      return said === wanted ? "whole" : said.includes(wanted) ? "contained" : undefined;
    }
  }
}

const squeezed = (text: string) => fold(text).replace(/\s+/g, " ").trim();
