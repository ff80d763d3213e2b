/** Proposes policies: each sentence of a prompt that demands or forbids something, and the rule that it is read as. */

import lexicon from "texts:policies";
import { POLICIES_MAXIMUM } from "../../contract/limits.ts";
import { ENGLISH_ONLY } from "../words/english-only.ts";
import { knownTools } from "./agent-tools.ts";
import type { CallerPlan, Line, Made } from "./maker.ts";
import { toolsWithYes } from "./orders.ts";
import { readSentence, UNREADABLE } from "./read/account.ts";
import { contextOf } from "./read/context.ts";
import { outline } from "./read/statements.ts";
import { findPhrase, isOneOf, LONGEST_SENTENCE, tokensOf } from "./read/tokens.ts";
import { callsAfterYes, ruleOf } from "./rules.ts";
import { ruleFails } from "./sample.ts";

/** A sentence of a prompt that demands or forbids something. */
export interface Proposal {
  readonly sentence: string;
  /** The line of the prompt on which it begins, from 1. */
  readonly line: number;
  /** The rule in plain words. Null without a rule. */
  readonly reads: string | null;
  /** Clauses of the rule language, one a line. Null if the sentence could not be read surely. */
  readonly rule: string | null;
  /** Why there is no rule. */
  readonly why: string | null;
  readonly keeps: readonly Line[];
  readonly breaks: readonly Line[];
  readonly caller?: CallerPlan;
}

/** What an agent's prompt is read with. */
export interface PromptReading {
  readonly prompt: string;
  readonly goals: readonly string[];
  /** Tools of the agent's record, which the prompt may not name. */
  readonly tools?: readonly string[] | undefined;
}

/** The policies of a prompt, in its order, without repetitions. */
export function propose({ prompt, goals, tools = [] }: PromptReading): Proposal[] {
  const known = knownTools(prompt, tools);
  const text = outline(prompt);
  const isMultilingual = text.statements.some((one) =>
    findPhrase(tokensOf(one.text), lexicon.en.caller_language),
  );
  const read = text.statements.map((one) => readSentence(one.text, known));
  const doubtAbout = contextOf(text, read);
  const withYes = toolsWithYes(known.names, prompt);
  const found = new Map<string, Proposal>();
  for (const [place, { text: sentence, line }] of text.statements.entries()) {
    const reading = read[place];
    if (!reading || found.has(sentence) || found.size >= POLICIES_MAXIMUM) continue;
    const isRead = "kind" in reading;
    if (!isRead && !isDemand(sentence)) continue;
    const why = isRead ? doubtAbout(place) : reading.why;
    const ground = { goals, isMultilingual };
    const tools = withYes.get(sentence);
    const rule =
      isRead && why === undefined
        ? ruled(ruleOf(reading, ground))
        : tools && ruled(callsAfterYes(ground, tools));
    found.set(sentence, { sentence, line, ...(rule ?? { ...UNREAD, why: whyOf(sentence, why) }) });
  }
  return [...found.values()];
}

type Read = Omit<Proposal, "sentence" | "line">;

const UNREAD = { reads: null, rule: null, keeps: [], breaks: [] } as const;

const whyOf = (sentence: string, why: string | undefined): string =>
  ENGLISH_ONLY.test(sentence)
    ? "no rule can say it; callers with a goal fail an agent that speaks another language"
    : (why ?? UNREADABLE);

/** Undefined if its own examples contradict the rule. */
function ruled({ rule, ...made }: Made): Read | undefined {
  const text = rule.join("\n");
  return ruleFails(text, made.keeps) !== false || ruleFails(text, made.breaks) !== true
    ? undefined
    : { ...made, rule: text, why: null };
}

/** Whether a sentence demands or forbids something. */
function isDemand(sentence: string): boolean {
  const tokens = tokensOf(sentence.slice(0, LONGEST_SENTENCE));
  const [first] = tokens;
  const { imperatives, demands, cases, scenes } = lexicon.en;
  if (!first || sentence.endsWith("?") || tokens.length < 3) return false;
  if (isOneOf(first, imperatives) || findPhrase(tokens, demands)) return true;
  // "If the caller is upset, offer a callback."
  const comma = tokens.findIndex(({ text }) => text === ",");
  const after = tokens[comma + 1];
  return (
    comma > 0 && after !== undefined && isOneOf(first, [...cases, ...scenes]) && isOneOf(after, imperatives)
  );
}
