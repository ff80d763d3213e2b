/**
 * What a prompt orders in so many words, with a tool's own name, before the tool of an errand: another tool, or the caller's yes. A
 * sentence with a condition orders nothing for certain, and neither does one that may be about another tool.
 */
import type { Order } from "../caller/judging/against-orders.ts";
import { seemsEffectful } from "../metrics/tools/effectful.ts";
import { stemOf } from "../words/english.ts";
import { wordsOfName } from "../words/tool-words.ts";
import { deedsOf, toolsIn, verbDeedsIn } from "./agent-tools.ts";
import { outline, type Statement } from "./read/statements.ts";
import { tokensOf } from "./read/tokens.ts";

const LONGEST_PROMPT = 60_000;
const MOST_SENTENCES = 600;
const MOST_TOOLS = 60;
const LONGEST_SENTENCE = 600;

/** It is not meant for every conversation. */
const CONDITION =
  /\b(?:if|unless|when|whenever|except|may|might|can|could|optional(?:ly)?|where|in case|otherwise|instead)\b/i;
/** What a sentence beside an order says to take it back. */
const EXCEPTION =
  /\b(?:unless|except|skip|no need|not needed|not necessary|needn['’]t|need not|don['’]t need|already (?:verified|identified|known|checked|done)|exception)\b/i;
/** It says for what it is meant, or it is an entry of a list: "Status: call …". */
const OF_A_CASE = /^(?:for|to|on|in|with|after|once|during)\b/i;
const LABEL = /:|\s[-–—]\s/;
/** "New booking: you need …": all of the paragraph is about that case. */
const CASE_OF_PARAGRAPH = /^[\p{L}' -]{3,40}:\s/u;
/** "Before you do anything to an existing booking" says nothing about a new one. */
const OF_EXISTING = /\b(?:an|the|any|their|your|his or her) (?:existing|current|present)\b/i;
const CREATES =
  /^(?:add|book|buy|create|enrol|enroll|join|make|open|order|place|register|reserve|sign_?up|start|subscribe)(?=_|[A-Z]|$)/;
const UNIVERSAL = ["any", "anything", "every", "everything", "all"];
const FIRST = /\b(?:before|always|first|prior to)\b/i;

const mentionsTool = (text: string, tool: string): number => {
  const at = text.indexOf(tool);
  const isWhole = at >= 0 && !/\w/.test(text[at - 1] ?? " ") && !/\w/.test(text[at + tool.length] ?? " ");
  return isWhole ? at : -1;
};

const ordersCall = (text: string, tool: string): boolean => {
  const at = mentionsTool(text, tool);
  const before = text.slice(Math.max(0, at - 40), at);
  const behind = text.slice(at + tool.length, at + tool.length + 12);
  return (
    at >= 0 &&
    /\b(?:call|use|using|run|invoke|with|then)(?: the)?(?: tool)? $/i.test(before) &&
    !/\b(?:never|not|n['’]t|without|instead of|than|before|after|until|or|only) (?:call|use|using|run|invoke|with) $/i.test(
      before,
    ) &&
    !/^ or\b/i.test(behind)
  );
};

/** What comes behind the "before" of a sentence, up to the next comma. */
function beforeWhat(text: string): string | undefined {
  const at = text.search(/\bbefore\b/i);
  return at < 0 ? undefined : /^[^,.;:]{0,200}/.exec(text.slice(at + "before".length))?.[0];
}

/** "Before anything that changes, cancels or books, read …": all that comes before the agent's own part. */
const BEFORE_DEED =
  /\bbefore\b([^.;:]{0,200}?)(?=,? (?:read|repeat|say|sum|summari[sz]e|confirm|get|ask|obtain|wait|tell|spell|check|have)\b|[.;:]|$)/i;
/** "Before you enter it", in a rule that is about everything. */
const ANY_DEED =
  /^ you (?:enter|do|submit|carry out|file|call|use|make|touch) (?:it|anything|something|any|a tool)\b/i;

/** The orders that a prompt has for the calls of a tool. */
export function ordersFor(tool: string, prompt: string): Order[] {
  if (prompt.length > LONGEST_PROMPT) return [];
  const lines = prompt.split(/\r\n?|\n/);
  const all = outline(prompt)
    .statements.slice(0, MOST_SENTENCES)
    .filter((one) => one.text.length <= LONGEST_SENTENCE);
  const orders = all.flatMap((said, place) => {
    const first = toolsIn(said.text).find(
      (name) => name !== tool && !seemsEffectful(name) && ordersCall(said.text, name),
    );
    const isFirst =
      first !== undefined &&
      isOrderFor(tool, first, { all, place, lines }) &&
      !isForAnother(tool, first, said.text, prompt);
    return isFirst && !isTakenBack(all, said) ? [{ sentence: said.text, first }] : [];
  });
  if (!seemsEffectful(tool)) return orders;
  const yes = all.find((_, place) => ordersYes(tool, all, place, lines) && !isYesTakenBack(all, place));
  return [...orders, ...(yes ? [{ sentence: yes.text }] : [])];
}

/** The tools that a sentence of a prompt allows only with the caller's yes. */
export function toolsWithYes(tools: Iterable<string>, prompt: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const tool of [...tools].filter(seemsEffectful).slice(0, MOST_TOOLS))
    for (const { sentence, first } of ordersFor(tool, prompt))
      if (first === undefined) found.set(sentence, [...(found.get(sentence) ?? []), tool]);
  return new Map([...found].map(([sentence, all]) => [sentence, namedOf(all, sentence)]));
}

/** "Before changing" is meant for `change_plan`, and only without such a tool for `book_move`. */
function namedOf(tools: string[], sentence: string): string[] {
  const stems = new Set((sentence.toLowerCase().match(/[a-z]+/g) ?? []).map(stemOf));
  const named = tools.filter((tool) => stems.has(stemOf(wordsOfName(tool)[0] ?? "")));
  return named.length > 0 ? named : tools;
}

interface Place {
  readonly all: readonly Statement[];
  readonly place: number;
  readonly lines: readonly string[];
}

function isOrderFor(tool: string, first: string, { all, place, lines }: Place): boolean {
  const said = all[place];
  if (!said || CONDITION.test(said.text) || OF_A_CASE.test(said.text) || isCase(said)) return false;
  const clause = beforeWhat(said.text);
  if (OF_EXISTING.test(clause ?? "") && CREATES.test(tool)) return false;
  if (ANY_OF_THESE.test(clause ?? "")) return seemsEffectful(tool) && isAmongThese(tool, all, place);
  if (LABEL.test(said.text.slice(0, mentionsTool(said.text, first)))) return false;
  const own = mentionsTool(said.text, tool);
  if (own >= 0 && !seemsEffectful(tool)) return false;
  if (own >= 0)
    return clause !== undefined
      ? mentionsTool(clause, tool) >= 0
      : own > mentionsTool(said.text, first) && /\bthen\b/i.test(said.text);
  if (clause !== undefined && isAbout(clause, tool)) return true;
  // What only looks something up may come in any order, unless the order is for it.
  if (!seemsEffectful(tool)) return false;
  const section = all.filter((one) => isBeside(said, one)).map(({ text }) => text);
  const isOnly = toolsIn(section.join("\n")).every((name) => name === tool || !seemsEffectful(name));
  return all.some(
    (later, at) =>
      at > place &&
      isBeside(said, later) &&
      mentionsTool(later.text, tool) >= 0 &&
      (isSameParagraph(said, later) ||
        (!CASE_OF_PARAGRAPH.test(said.beside[0] ?? "") &&
          isTheDeed(tool, later) &&
          (isLaterStep(said, later, lines) || (isOnly && FIRST.test(said.text))))),
  );
}

/** Whether words name what a tool does: the same deed, or without any deed what the tool's name is about. */
function isAbout(clause: string, tool: string): boolean {
  const deeds = verbDeedsIn(tokensOf(clause));
  if (deeds.length > 0) return deeds.some((deed) => deedsOf(tool).includes(deed));
  const words = clause.toLowerCase().split(/[^a-z]+/);
  if (!words.some((word) => UNIVERSAL.includes(word))) return false;
  return wordsOfName(tool).some((word) => word.length > 4 && words.includes(word));
}

/** "Before any of these, the caller must be verified" is about what the list before it, or else the sentence before it, names. */
const ANY_OF_THESE =
  /^ (?:(?:you )?do(?:ing)? )?(?:any|one|all|each) of (?:these|them|those|this|that|the above)\b/i;

function isAmongThese(tool: string, all: readonly Statement[], place: number): boolean {
  const last = all[place - 1];
  if (!last) return false;
  const from = all.slice(0, place).findLastIndex((one) => !isBeside(one, last)) + 1;
  const these = last.under.length > 0 ? all.slice(from, place) : [last];
  const [verb = ""] = wordsOfName(tool);
  return these.some(({ text }) => {
    const [first = ""] = text.toLowerCase().match(/[a-z]{2,30}/) ?? [];
    return (
      stemOf(first) === stemOf(verb) || verbDeedsIn(tokensOf(text)).some((one) => deedsOf(tool).includes(one))
    );
  });
}

/**
 * Whether "before you book" is meant for another tool of the prompt: for `book_lesson`, and not for `reserve_test_car`, if
 * `find_lesson_slots` comes first.
 */
function isForAnother(tool: string, first: string, sentence: string, prompt: string): boolean {
  const clause = beforeWhat(sentence);
  if (clause === undefined || mentionsTool(sentence, tool) >= 0) return false;
  const objects = new Set(wordsOfName(first).slice(1).map(stemOf));
  const isOfSame = (name: string) => wordsOfName(name).some((word) => objects.has(stemOf(word)));
  return (
    !isOfSame(tool) &&
    toolsIn(prompt).some((name) => isOfSame(name) && seemsEffectful(name) && isAbout(clause, name))
  );
}

/** A step that names several deeds is for any of them, and what came before may be for one. */
const isTheDeed = (tool: string, { text }: Statement): boolean =>
  toolsIn(text).every((name) => name === tool || !seemsEffectful(name));
const isSameParagraph = (a: Statement, b: Statement): boolean => a.beside === b.beside;
const isBeside = (a: Statement, b: Statement): boolean => a.under.join("\n") === b.under.join("\n");
const STEP = /^\s{0,20}(\d{1,2})[.)]\s/;
const isNumbered = ({ line }: Statement, lines: readonly string[]): boolean =>
  STEP.test(lines[line - 1] ?? "");

/** Whether a statement is a later step of the same list: between them are only steps, counted on, and what belongs to them. */
function isLaterStep(said: Statement, later: Statement, lines: readonly string[]): boolean {
  if (!isNumbered(said, lines)) return false;
  let last = 0;
  for (const line of lines.slice(said.line - 1, later.line)) {
    const number = Number(STEP.exec(line)?.[1] ?? Number.NaN);
    if (number <= last || (Number.isNaN(number) && /^\S/.test(line))) return false;
    if (!Number.isNaN(number)) last = number;
  }
  return true;
}

/** What stands under a case is meant for that case. */
const isCase = ({ under }: Statement): boolean =>
  under.some((one) => /^(?:if|when|for|in case)\b/i.test(one));

const isTakenBack = (all: readonly Statement[], said: Statement): boolean =>
  all.some((other) => isBeside(said, other) && EXCEPTION.test(other.text));

/** Whether a sentence beside an order of a yes takes it back. "Mention no age unless asked" is about something else. */
const isYesTakenBack = (all: readonly Statement[], place: number): boolean => {
  const said = all[place];
  return (
    said === undefined ||
    ANAPHORA.test(said.text) ||
    /^(?:otherwise|else)\b/i.test(all[place + 1]?.text ?? "") ||
    all.some(
      (other) =>
        isBeside(said, other) &&
        EXCEPTION.test(other.text) &&
        (other === said || NEEDS_NO_YES.test(other.text)),
    )
  );
};
/** "Say so before cancelling and get a yes" may be about a case. */
const ANAPHORA =
  /\b(?:say|tell \w{1,10}|mention|warn \w{0,10}) so\b|\b(?:tell|warn|inform|remind) (?:them|him|her|the \w{3,10}) (?:and|first|before)\b|^(?:then|in that case|if)\b/i;
const NEEDS_NO_YES =
  /\b(?:skip|need\w{0,3}|necessary|already|yes|read|repeat|confirm\w{0,6}|ask|consent|agree\w{0,4})\b(?! (?:about|whether))/i;

const YES =
  "(?:yes|agree[sd]?|agreed|agreement|accept(?:s|ed|ance)?|confirm(?:s|ed|ation)?|consent(?:s|ed)?|approv(?:al|es|ed|e)|ok(?:ay)?)";
const WANTS_YES = new RegExp(
  `\\b(?:get|gets|getting|wait|waits|waiting|ask|asks|obtain|receive|receives|hear|have|let|after|once|when|until)\\b[^.;]{0,60}\\b${YES}\\b`,
  "i",
);
/** "Read the whole thing back and ask before you book it" */
const ASKS_BEFORE = /\band (?:then )?ask (?:them |first )?before\b/i;
/** "Place it only after a clear yes" */
const ONLY_AFTER = /^[^.;]{0,200}?\b(?:only|never) (?:after|when|once|with|without|before)\b/i;
/** It changes nothing of the order. */
const IN_PASSING = /\bif (?:there (?:is|are) (?:one|any)|any|applicable|known)\b/gi;
/** "After number and name agree with the register" wants no yes. */
const NO_CONSENT = /\b(?:agrees?|agreed) with (?:the|our|what)\b/i;
/** The yes of somebody who is not in the conversation. */
const OTHERS_YES =
  /\b(?:manager|supervisor|boss|colleague|team|office|landlord|workshop|director)(?:['’]s)?\b[^.;,]{0,20}\b(?:agree|approv|confirm|accept|consent)/i;
const IF = /\b(?:if|unless|except|may|might|could|optional(?:ly)?|otherwise|not needed)\b/i;

/** Whether a sentence demands a yes before a call of the tool: itself, with the sentence behind it, or as the step before. */
function ordersYes(
  tool: string,
  all: readonly Statement[],
  place: number,
  lines: readonly string[],
): boolean {
  const said = all[place];
  if (!said || isCase(said)) return false;
  const text = said.text.replace(IN_PASSING, "");
  const wanted = WANTS_YES.exec(text) ?? ASKS_BEFORE.exec(text);
  if (
    !wanted ||
    IF.test(text) ||
    NO_CONSENT.test(text) ||
    OTHERS_YES.test(text) ||
    /\b(?:never|not|n['’]t)\s+(?:ask|wait|get)\b/i.test(said.text)
  )
    return false;
  const own = mentionsTool(text, tool);
  if (own >= 0)
    return (
      own > wanted.index ||
      mentionsTool(beforeWhat(said.text) ?? "", tool) >= 0 ||
      /\bonly\b/i.test(said.text)
    );
  const isOther = toolsIn(said.text).some(seemsEffectful);
  if (isOther) return false;
  const clause = BEFORE_DEED.exec(text)?.[1];
  if (clause !== undefined && ANY_DEED.test(clause))
    return /\b(?:everything|all)\b/i.test(text) && toolsIn(said.beside.join("\n")).length === 0;
  if (clause !== undefined) return isAbout(clause, tool);
  const deed = ONLY_AFTER.exec(said.text)?.[0];
  if (deed !== undefined && verbDeedsIn(tokensOf(deed)).some((one) => deedsOf(tool).includes(one)))
    return true;
  if (isOnlyDeed(tool, said)) return true;
  const next = all[place + 1];
  return (
    next !== undefined &&
    !IF.test(next.text) &&
    (ordersCall(next.text, tool) || mentionsTool(next.text, tool) === 0) &&
    (isSameParagraph(said, next) ||
      (isBeside(said, next) && isNumbered(said, lines) && isNumbered(next, lines)))
  );
}

/** Whether a paragraph is about this deed alone: "Moving a booking (`move_booking`): … Say both times, wait for a yes." */
function isOnlyDeed(tool: string, { beside }: Statement): boolean {
  const effectful = toolsIn(beside.join("\n")).filter(seemsEffectful);
  return effectful.length === 1 && effectful[0] === tool;
}
