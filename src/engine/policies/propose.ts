/** Proposes policies: each sentence of a prompt that demands or forbids something, and the rule that it is read as. */

import lexicon from "texts:policies";
import { POLICIES_MAXIMUM } from "../../contract/limits.ts";
import { seemsEffectful } from "../metrics/tools/effectful.ts";
import { type AgentTools, parametersIn, toolsIn } from "./agent-tools.ts";
import type { CallerPlan, Ground, Line, Made, Maker } from "./maker.ts";
import { inCase, toldAfterTool } from "./makers/case.ts";
import { atMost, closedDay, figureLimit, forbiddenTool, offeredOnce, pastDate } from "./makers/limits.ts";
import { toolAfterFacts, toolAfterReadBack, toolAfterTool, toolAfterYes } from "./makers/order.ts";
import { forbiddenTopic, neverAsks, secretCode, toldAfterFacts } from "./makers/secrets.ts";
import {
  callersLanguage,
  closingWords,
  forbiddenWords,
  openingWords,
  wordsBeforeTool,
} from "./makers/words.ts";
import { type Clause, partsOf, readClause, type Unread } from "./read/clause.ts";
import { statements } from "./read/statements.ts";
import { findPhrase, isOneOf, LONGEST_SENTENCE, tokensOf } from "./read/tokens.ts";
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
  /** Tools that the prompt does not name. */
  readonly tools?: readonly string[];
  readonly isEffectful?: (tool: string) => boolean;
}

const NEEDS_A_JUDGE = "needs a judge";

const MAKERS: readonly Maker[] = [
  forbiddenWords,
  wordsBeforeTool,
  openingWords,
  closingWords,
  callersLanguage,
  inCase,
  toldAfterTool,
  toolAfterTool,
  toolAfterFacts,
  toolAfterYes,
  toolAfterReadBack,
  toldAfterFacts,
  secretCode,
  atMost,
  offeredOnce,
  figureLimit,
  closedDay,
  pastDate,
  forbiddenTopic,
  neverAsks,
  forbiddenTool,
];

/** The policies of a prompt, in its order, without repetitions. */
export function propose({
  prompt,
  goals,
  tools = [],
  isEffectful = seemsEffectful,
}: PromptReading): Proposal[] {
  const all = [...new Set([...toolsIn(prompt), ...tools])];
  const agent: AgentTools = { all, changing: all.filter(isEffectful) };
  const found = new Map<string, Proposal>();
  const lineOf = lineFinder(prompt);
  const sentences = statements(prompt);
  const isMultilingual = sentences.some((sentence) =>
    findPhrase(tokensOf(sentence), lexicon.en.caller_language),
  );
  const parameters = parametersIn(prompt);
  for (const [place, sentence] of sentences.entries()) {
    const line = lineOf(sentence);
    if (found.has(sentence) || found.size >= POLICIES_MAXIMUM) continue;
    const previous = sentences[place - 1] ?? "";
    const ground: Ground = { tools: agent, goals, isMultilingual, parameters, previous };
    const read = readSentence(sentence, ground);
    if (read) found.set(sentence, { sentence, line, ...unlessExcepted(read, sentences[place + 1] ?? "") });
  }
  return [...found.values()];
}

type Read = Omit<Proposal, "sentence" | "line">;

/** "New customers are the exception.": what the next sentence takes back can't be read surely. */
function unlessExcepted(read: Read, next: string): Read {
  const exception = findPhrase(tokensOf(next), lexicon.en.exceptions);
  if (read.rule === null || !exception) return read;
  const why = `the next sentence may be an exception: ${JSON.stringify(next)}`;
  return { reads: null, rule: null, why, keeps: [], breaks: [] };
}

function readSentence(sentence: string, ground: Ground): Read | undefined {
  const texts = partsOf(sentence);
  const parts = texts.map((part, place) =>
    readPart(part, { ...ground, previous: texts[place - 1] ?? ground.previous }),
  );
  const made = parts.flatMap((part) => ("rule" in part ? [part] : []));
  if (made.length > 0) return joined(made);
  if (!isDemand(sentence)) return undefined;
  const why = parts.find((part): part is Unread => "why" in part)?.why ?? NEEDS_A_JUDGE;
  return { reads: null, rule: null, why, keeps: [], breaks: [] };
}

function readPart(part: string, ground: Ground): Made | Unread {
  const clause = readClause(part);
  if ("why" in clause) return clause;
  // The reading of pronouns is a guess, except where a maker looks at the sentence before itself.
  for (const make of MAKERS) {
    const made = make(clause, ground);
    if (made && isTrueOfItsExamples(made)) return withRest(made, clause);
  }
  return { why: unreadCondition(clause) ?? NEEDS_A_JUDGE };
}

/** A rule that its own examples contradict was misread. */
const isTrueOfItsExamples = ({ rule, keeps, breaks }: Made): boolean => {
  const text = rule.join("\n");
  return ruleFails(text, keeps) === false && ruleFails(text, breaks) === true;
};

const withRest = (made: Made, { besides }: Clause): Made =>
  besides === undefined ? made : { ...made, reads: `${made.reads} (not read: "${besides}")` };

const unreadCondition = ({ condition }: Clause): string | undefined =>
  condition?.marker === "case" ? "it holds in a case that only a judge can recognize" : undefined;

function joined(made: readonly Made[]): Read {
  const [first] = made;
  if (!first) throw new Error("nothing was made");
  return {
    reads: made.map(({ reads }) => reads).join("; "),
    // Two rules in one sentence would share their `na when`, so the first alone says when it applies.
    rule: first.rule.join("\n"),
    why: null,
    keeps: first.keeps,
    breaks: first.breaks,
    caller: first.caller,
  };
}

/** Whether a sentence demands or forbids something. */
export function isDemand(sentence: string): boolean {
  const tokens = tokensOf(sentence.slice(0, LONGEST_SENTENCE));
  const [first] = tokens;
  const { imperatives, demands, markers } = lexicon.en;
  if (!first || sentence.endsWith("?") || tokens.length < 3) return false;
  if (isOneOf(first, imperatives) || findPhrase(tokens, demands)) return true;
  // "If the caller is upset, offer a callback."
  const comma = tokens.findIndex(({ text }) => text === ",");
  const after = tokens[comma + 1];
  return comma > 0 && after !== undefined && isOneOf(first, markers.case) && isOneOf(after, imperatives);
}

/** Finds the line on which each sentence begins. Sentences are asked for in their order. */
function lineFinder(prompt: string): (sentence: string) => number {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
  const lines = prompt.split(/\r\n?|\n/).map(plain);
  let from = 0;
  return (sentence) => {
    const start = plain(sentence.slice(0, 80)).slice(0, 24);
    // The text below a forbidding heading begins with a "Never" of the reader's own.
    const own = start.replace(/^never/, "");
    const at = lines.findIndex(
      (line, place) =>
        place >= from &&
        (line.includes(start) ||
          line.includes(own) ||
          (line !== "" && line.length >= 8 && start.startsWith(line.slice(-24)))),
    );
    if (at >= 0) from = at;
    return from + 1;
  };
}
