/**
 * Reads a sentence of a prompt by accounting for all of its words. What the sentence demands is known only if
 * each word belongs to a constituent that is understood; one word left over, and nothing is known.
 */
import lexicon from "texts:policies";
import { fold } from "../../transcript/fold.ts";
import { wordsOfName } from "../../words/tool-words.ts";
import type { KnownTools } from "../agent-tools.ts";
import { type Deed, type Demand, type Force, type Reading, readingOf } from "./reading.ts";
import { type Part, Sentence } from "./sentence.ts";
import { LONGEST_SENTENCE, numberIn, phraseAt, textOf, tokensOf } from "./tokens.ts";

const words = lexicon.en;

/** Why a sentence cannot be read, in words that finish "no rule: …". */
export type Unread = { readonly why: string };

export const UNREADABLE = "I can't read it";

export function readSentence(sentence: string, tools: KnownTools): Reading | Unread {
  if (sentence.length > LONGEST_SENTENCE) return { why: "the sentence is too long to be one demand" };
  const all = tokensOf(sentence);
  const tokens = /^[.!]$/.test(all.at(-1)?.text ?? "") ? all.slice(0, -1) : all;
  const seen = { end: 0 };
  const reading = demandIn(new Sentence(tokens, tools), seen);
  if (reading) return reading;
  const left = textOf(tokens.slice(seen.end));
  return { why: seen.end > 0 && left !== "" ? `I can't read: "${left}"` : UNREADABLE };
}

/** How far a sentence was understood. */
interface Seen {
  end: number;
}

/** A part, after noting how far it reaches. */
function noted<T>(seen: Seen, part: Part<T> | undefined): Part<T> | undefined {
  if (part) seen.end = Math.max(seen.end, part.end);
  return part;
}

function demandIn(sentence: Sentence, seen: Seen): Reading | undefined {
  const note = <T>(part: Part<T> | undefined) => noted(seen, part);
  const begins = sentence.soft(0);
  const bound = boundAt(sentence, begins, seen);
  if (bound) return bound;
  const lead = sentence.conditionAt(begins);
  const isLed = lead !== undefined && sentence.textAt(lead.end) === ",";
  const start = isLed ? lead.end + 1 : begins;
  const passive = passiveAt(sentence, start);
  const force = passive ?? forceAt(sentence, start);
  if (!force) return undefined;
  // "Never give advice": that something is forbidden is understood, but not what.
  if (force.end > begins) note(force);
  const deed: Part<Deed> | undefined = passive
    ? { is: { does: "call", tool: passive.is.tool, isNamed: true }, end: passive.end }
    : (openAt(sentence, force.end) ??
      sayAt(sentence, force.end) ??
      sentence.callAt(force.end, words.call) ??
      getConsent(sentence.consentAt(force.end)));
  if (!note(deed) || !deed) return undefined;
  let at = sentence.soft(deed.end);
  const first = sentence.past(at, ["first"]);
  if (first !== undefined) at = sentence.soft(first);
  // "Once the caller has agreed" doesn't say how often.
  const early = note(sentence.conditionAt(sentence.comma(at)));
  const often = early ? undefined : note(oftenAt(sentence, at, force.is));
  at = sentence.soft(early?.end ?? often?.end ?? at);
  const limit = deed.is.does === "call" && !early ? note(limitAt(sentence, at, deed.is.tool)) : undefined;
  at = sentence.soft(limit?.end ?? at);
  const trailing = early ?? note(sentence.conditionAt(sentence.comma(at)));
  if ((trailing && isLed) || sentence.soft(Math.max(at, trailing?.end ?? 0)) !== sentence.length)
    return undefined;
  const condition = trailing?.is ?? (isLed ? lead.is : undefined);
  // "First" says nothing only where an order is demanded anyway.
  if (first !== undefined && !condition) return undefined;
  return readingOf({ ...force.is, deed: deed.is, condition, often: often?.is, limit: limit?.is });
}

const getConsent = (part: Part<"consent"> | undefined): Part<Deed> | undefined =>
  part && { is: { does: "get_consent" }, end: part.end };

function quotesAt(sentence: Sentence, start: number): Part<string[]> | undefined {
  const quote = sentence.quoteAt(start);
  if (quote === undefined) return undefined;
  const or = sentence.comma(start + 1);
  const next = quotesAt(sentence, sentence.maybe(or, ["or"]));
  const isList = next && (or > start + 1 || sentence.textAt(start + 1) === "or");
  return isList ? { is: [quote, ...next.is], end: next.end } : { is: [quote], end: start + 1 };
}

function sayAt(sentence: Sentence, at: number): Part<Deed> | undefined {
  const verb = sentence.past(at, words.mention);
  const mention =
    verb === undefined ? undefined : sentence.past(sentence.maybe(verb, ["the"]), words.mentioned);
  const quotes = quotesAt(sentence, mention ?? sentence.past(at, words.say) ?? sentence.length);
  const isClear = (text: string) => text.length >= 4 && !words.ordinary.includes(fold(text));
  if (!quotes || (mention === undefined && !quotes.is.every(isClear))) return undefined;
  const to = sentence.past(quotes.end, ["to"]);
  return {
    is: { does: "say", words: quotes.is },
    end: (to === undefined ? undefined : sentence.personAt(to)) ?? quotes.end,
  };
}

/** "Start every call with …", "greet callers with …", "at the start of the call, say …". */
function openAt(sentence: Sentence, at: number): Part<Deed> | undefined {
  const { verbs, answer, greet, places, first } = words.opening;
  const place = sentence.past(at, places);
  const say =
    place === undefined
      ? sentence.past(at, ["say"])
      : sentence.past(sentence.comma(placeEnd(sentence, place)), ["say"]);
  const opens = sentence.past(at, verbs);
  const answers = sentence.past(at, answer);
  const greets = sentence.past(at, greet);
  const object =
    (answers === undefined ? undefined : sentence.conversationAt(answers)) ??
    (greets === undefined ? undefined : sentence.past(sentence.maybe(greets, words.each), words.people)) ??
    opens;
  const start =
    say ?? (object === undefined ? sentence.past(at, first) : sentence.past(object, words.opening.with));
  const quote = start === undefined ? undefined : sentence.quoteAt(start);
  if (start === undefined || quote === undefined) return undefined;
  const is: Deed = { does: "open", words: quote };
  if (say === undefined || place !== undefined) return { is, end: start + 1 };
  const later = sentence.past(start + 1, places);
  return later === undefined ? undefined : { is, end: placeEnd(sentence, later) };
}

function placeEnd(sentence: Sentence, at: number): number {
  const of = sentence.past(at, ["of"]);
  return (of === undefined ? undefined : sentence.conversationAt(of)) ?? at;
}

/** How often something may be done: "more than once" if that is forbidden, otherwise "at most once". */
function oftenAt(sentence: Sentence, at: number, { isForbidden, isOnly }: Force): Part<number> | undefined {
  const bounded = sentence.past(at, isForbidden ? words.more_than : [...words.at_most, "only"]);
  const start = bounded ?? at;
  const phrase = phraseAt(sentence.tokens, start, Object.keys(words.times));
  const number = sentence.tokens[start] && numberIn(sentence.tokens[start]);
  const said = phrase
    ? words.times[phrase.phrase]
    : sentence.textAt(start + 1) === "times"
      ? number
      : undefined;
  // "Never call it twice" forbids the second time.
  const times = said !== undefined && isForbidden && bounded === undefined ? said - 1 : said;
  if (times === undefined || times < 1 || (bounded === undefined && !isForbidden && !isOnly))
    return undefined;
  const end = phrase?.end ?? start + 2;
  const scope = sentence.past(end, words.scope);
  return { is: times, end: (scope === undefined ? undefined : sentence.conversationAt(scope)) ?? end };
}

function figureAt(
  sentence: Sentence,
  at: number,
  parameter: string,
): Part<{ figure: number; shown: string }> | undefined {
  const token = sentence.tokens[at];
  const figure = token && numberIn(token);
  if (!token || figure === undefined) return undefined;
  const unit = sentence.tokens[at + 1];
  const isMoney = unit?.kind === "word" && words.money.includes(unit.lower);
  const isOwn =
    unit?.kind === "word" && wordsOfName(parameter).some((word) => sentence.isNounAt(at + 1, word));
  if ((isMoney || token.kind === "money") && sentence.tools.hasMinorUnits) return undefined;
  return isMoney || isOwn
    ? { is: { figure, shown: `${token.text} ${unit.text}` }, end: at + 2 }
    : { is: { figure, shown: token.text }, end: at + 1 };
}

/** "With an amount above 150". */
function limitAt(sentence: Sentence, at: number, tool: string): Part<Demand["limit"]> | undefined {
  const start = sentence.past(at, ["with"]);
  const place = start === undefined ? sentence.length : sentence.maybe(start, words.articles);
  const parameter = sentence.tokens[place]?.text ?? "";
  if (!sentence.tools.parameters.get(tool)?.includes(parameter)) return undefined;
  const over = sentence.past(place + 1, words.above);
  const bound = over ?? sentence.past(place + 1, words.below);
  const figure = bound === undefined ? undefined : figureAt(sentence, bound, parameter);
  return (
    figure && {
      is: { parameter, beyond: over === undefined ? "$lt" : "$gt", ...figure.is },
      end: figure.end,
    }
  );
}

/** "The amount of issue_refund must not exceed 150." */
function boundAt(sentence: Sentence, start: number, seen: Seen): Reading | undefined {
  const at = sentence.maybe(start, ["the"]);
  const parameter = sentence.tokens[at]?.text ?? "";
  const of = sentence.past(at + 1, ["of", "for", "in"]);
  const named = of === undefined ? undefined : sentence.toolAt(of);
  const owners = [...sentence.tools.parameters].filter(([, list]) => list.includes(parameter));
  const tool = named?.is ?? (owners.length === 1 ? owners[0]?.[0] : undefined);
  const isPlain = sentence.tokens[at]?.kind !== "tool";
  if (tool === undefined || (isPlain && !named) || !sentence.tools.parameters.get(tool)?.includes(parameter))
    return undefined;
  const from = named?.end ?? at + 1;
  const not = sentence.past(from, words.force.must_not);
  const must = sentence.past(from, words.force.must);
  const place =
    not === undefined
      ? sentence.past(sentence.soft(must ?? sentence.length), words.at_most_is)
      : sentence.past(sentence.soft(not), words.exceeds);
  seen.end = from;
  const figure = noted(seen, place === undefined ? undefined : figureAt(sentence, place, parameter));
  if (!figure || sentence.soft(figure.end) !== sentence.length) return undefined;
  return { kind: "limit", tool, parameter, beyond: "$gt", ...figure.is };
}

function forceAt(sentence: Sentence, start: number): Part<Force> | undefined {
  let [at, nots, mays, isOnly] = [sentence.soft(start), 0, 0, false];
  for (;;) {
    const not = sentence.past(at, words.force.must_not);
    const may = sentence.past(at, words.force.may);
    const only = sentence.past(at, words.only_after) === undefined ? sentence.past(at, ["only"]) : undefined;
    const end = not ?? may ?? only ?? sentence.past(at, words.force.must) ?? sentence.past(at, words.agent);
    if (end === undefined) break;
    if (not !== undefined) nots += 1;
    else if (may !== undefined) mays += 1;
    isOnly ||= only !== undefined;
    at = sentence.soft(not === undefined ? end : sentence.comma(end));
  }
  // "You may call it" demands nothing, and "don't only" forbids nothing.
  const isDemand = nots + (isOnly ? 1 : 0) <= 1 && (mays === 0 || isOnly);
  return isDemand ? { is: { isForbidden: nots > 0, isOnly }, end: at } : undefined;
}

/** "issue_refund must never be called before …" */
function passiveAt(sentence: Sentence, at: number): Part<Force & { tool: string }> | undefined {
  const tool = sentence.toolAt(at);
  if (!tool) return undefined;
  const is = sentence.past(tool.end, ["is"]);
  const force = forceAt(sentence, is ?? tool.end);
  if (!force || (force.end === tool.end && is === undefined)) return undefined;
  const end = sentence.past(force.end, is === undefined ? words.passive : words.is_called);
  return end === undefined ? undefined : { is: { ...force.is, tool: tool.is }, end };
}
