/**
 * Reads a sentence of a prompt by accounting for all of its words. What the sentence demands is known only if
 * each word belongs to a constituent that is understood; one word left over, and nothing is known.
 */
import lexicon from "texts:policies";
import { clean, fold } from "../../transcript/fold.ts";
import { wordsOfName } from "../../words/tool-words.ts";
import type { KnownTools } from "../agent-tools.ts";
import {
  type Condition,
  type Deed,
  type Demand,
  type Force,
  type Happening,
  type Reading,
  readingOf,
} from "./reading.ts";
import { LONGEST_SENTENCE, numberIn, phraseAt, type Token, textOf, tokensOf } from "./tokens.ts";

const words = lexicon.en;

/** Why a sentence cannot be read, in words that finish "no rule: …". */
export type Unread = { readonly why: string };

export const NEEDS_A_JUDGE = "needs a judge";

export function readSentence(sentence: string, tools: KnownTools): Reading | Unread {
  if (sentence.length > LONGEST_SENTENCE) return { why: "the sentence is too long to be one demand" };
  const all = tokensOf(sentence);
  const tokens = /^[.!]$/.test(all.at(-1)?.text ?? "") ? all.slice(0, -1) : all;
  const seen = { deed: false, end: 0 };
  const reading = demandIn(tokens, tools, seen);
  if (reading) return reading;
  const left = textOf(tokens.slice(seen.end));
  return { why: seen.deed && left !== "" ? `I can't read: "${left}"` : NEEDS_A_JUDGE };
}

/** Something that was read, and the place behind it. */
interface Part<T> {
  readonly end: number;
  readonly is: T;
}

/** How far a sentence was understood. */
interface Seen {
  deed: boolean;
  end: number;
}

function demandIn(tokens: readonly Token[], tools: KnownTools, seen: Seen): Reading | undefined {
  const length = tokens.length;
  const note = <T>(part: Part<T> | undefined): Part<T> | undefined => {
    if (part) seen.end = Math.max(seen.end, part.end);
    return part;
  };
  const textAt = (at: number) => tokens[at]?.lower;
  /** Behind one of the phrases. */
  const past = (at: number, phrases: readonly string[]) => phraseAt(tokens, at, phrases)?.end;
  const maybe = (at: number, phrases: readonly string[]) => past(at, phrases) ?? at;
  const comma = (at: number) => (textAt(at) === "," ? at + 1 : at);
  /** Behind words that add nothing, with the commas around them. */
  function soft(at: number): number {
    const end = past(at, words.nothing) ?? past(comma(at), words.nothing);
    return end === undefined ? at : soft(comma(end));
  }

  function toolAt(start: number): Part<string> | undefined {
    const at = maybe(start, ["the"]);
    const name = tokens[at];
    if (!name || name.kind === "quote" || !tools.names.has(name.text)) return undefined;
    const end = textAt(at + 1) === "(" && textAt(at + 2) === ")" ? at + 3 : at + 1;
    return { is: name.text, end: maybe(end, words.tool_words) };
  }

  /** "Booking an appointment" is `book_appointment`: word by word, and no other tool. */
  function spelledOut(at: number): Part<string> | undefined {
    const found = [...tools.names].flatMap((name) => {
      const [verb = "", ...object] = wordsOfName(name);
      if (object.length === 0 || !formsOf(verb).includes(textAt(at) ?? "")) return [];
      const from = maybe(at + 1, words.articles);
      const isObject = object.every((word, place) => isNoun(textAt(from + place), word));
      return isObject ? [{ is: name, end: from + object.length }] : [];
    });
    return found.length === 1 ? found[0] : undefined;
  }

  /** "Book the appointment with book_appointment": the name says again what it does. */
  function doneWith(at: number): Part<string> | undefined {
    const by = [1, 2, 3].map((more) => at + more).find((place) => past(place, words.by) !== undefined);
    const tool = by === undefined ? undefined : toolAt(past(by, words.by) ?? by);
    if (by === undefined || !tool) return undefined;
    const [verb = "", ...object] = wordsOfName(tool.is);
    const from = maybe(at + 1, words.articles);
    const isSame =
      formsOf(verb).includes(textAt(at) ?? "") &&
      tokens.slice(Math.min(from, by), by).every(({ lower }) => object.some((word) => isNoun(lower, word)));
    return isSame ? tool : undefined;
  }

  function callAt(at: number, verbs: readonly string[]): Part<Deed & { does: "call" }> | undefined {
    const verb = past(at, verbs);
    const named = (verb !== undefined && toolAt(verb)) || doneWith(at);
    const tool = named || spelledOut(at);
    return tool && { end: tool.end, is: { does: "call", tool: tool.is, isNamed: Boolean(named) } };
  }

  const personAt = (at: number) => past(maybe(at, [...words.articles, "your", "our"]), words.people);

  function consentAt(start: number): Part<"consent"> | undefined {
    const { how, said, to, of, nouns, getting, asking, ask, asked } = words.consent;
    const person = personAt(start);
    const verb = person && maybe(maybe(person, ["has", "have"]), how);
    const saying = verb === undefined ? undefined : past(verb, said);
    if (verb !== undefined && saying !== undefined) {
      const end = maybe(saying, how);
      const object =
        past(verb, to) !== undefined ? past(end, ["to"]) : past(verb, of) !== undefined ? end : undefined;
      if (object !== undefined && textAt(object) === "it") return { is: "consent", end: object + 1 };
      const thing = object === undefined ? undefined : past(object, [...words.articles, "one"]);
      const isThing = thing !== undefined && tokens[thing]?.kind === "word";
      return { is: "consent", end: isThing ? thing + 1 : end };
    }
    const asks = past(start, ask);
    const whom = asks === undefined ? past(start, asking) : asks;
    const asksPerson = whom === undefined ? undefined : personAt(whom);
    if (asksPerson !== undefined) {
      const end = asks === undefined ? asksPerson : past(asksPerson, asked);
      if (end !== undefined) return { is: "consent", end };
    }
    const at = maybe(maybe(start, getting), [...words.articles, "your"]);
    const isOwn = words.people.some((one) => textAt(at) === `${one}'s`);
    const adjective = isOwn ? at + 1 : at;
    const noun = past(maybe(adjective, how), nouns);
    if (noun === undefined) return undefined;
    const from = past(noun, ["from"]);
    const giver = from === undefined ? undefined : personAt(from);
    // A bare "confirmation" may be anybody's.
    return isOwn || giver !== undefined || past(adjective, how) !== undefined
      ? { is: "consent", end: giver ?? noun }
      : undefined;
  }

  function happeningAt(start: number): Part<Happening> | undefined {
    const at = maybe(start, ["you", "you have", "you've", "having", "first"]);
    const call = callAt(at, words.called);
    if (call) return { is: { tool: call.is.tool }, end: call.end };
    const tool = toolAt(start);
    if (!tool) return consentAt(start);
    const found = past(tool.end, words.found);
    const thing = found === undefined ? undefined : past(found, words.articles);
    if (thing !== undefined && wordsOfName(tool.is).some((word) => isNoun(textAt(thing), word)))
      return { is: { tool: tool.is }, end: thing + 1 };
    return { is: { tool: tool.is }, end: maybe(tool.end, words.done) };
  }

  function conditionAt(at: number): Part<Condition> | undefined {
    for (const joined of ["only_after", "before", "until", "after", "given"] as const) {
      const start = past(at, words[joined]);
      if (start === undefined) continue;
      const from = maybe(start, ["first"]);
      const happening = happeningAt(from);
      if (!happening) continue;
      const end = maybe(happening.end, ["first"]);
      // "Without logging it" may mean that it is logged afterwards.
      const isBeside = ["with", "without"].includes(textAt(start - 1) ?? "") && happening.is !== "consent";
      const isFirst = from > start || end > happening.end;
      return isBeside && !isFirst ? undefined : { is: { joined, to: happening.is }, end };
    }
    return undefined;
  }

  function quotesAt(start: number): Part<string[]> | undefined {
    const [quote] = tokens.slice(start, start + 1);
    if (quote?.kind !== "quote" || !isLiteral(quote.text)) return undefined;
    const or = comma(start + 1);
    const next = quotesAt(maybe(or, ["or"]));
    const isList = next && (or > start + 1 || textAt(start + 1) === "or");
    return isList
      ? { is: [trimmed(quote.text), ...next.is], end: next.end }
      : { is: [trimmed(quote.text)], end: start + 1 };
  }

  function sayAt(at: number): Part<Deed> | undefined {
    const verb = past(at, words.mention);
    const mention = verb === undefined ? undefined : past(maybe(verb, ["the"]), words.mentioned);
    const quotes = quotesAt(mention ?? past(at, words.say) ?? length);
    const isClear = (text: string) => text.length >= 4 && !words.ordinary.includes(fold(text));
    if (!quotes || (mention === undefined && !quotes.is.every(isClear))) return undefined;
    const to = past(quotes.end, ["to"]);
    return {
      is: { does: "say", words: quotes.is },
      end: (to === undefined ? undefined : personAt(to)) ?? quotes.end,
    };
  }

  const conversationAt = (at: number) => past(maybe(at, words.each), words.opening.conversations);

  /** "Start every call with …", "greet callers with …", "at the start of the call, say …". */
  function openAt(at: number): Part<Deed> | undefined {
    const { verbs, answer, greet, places, first } = words.opening;
    const place = past(at, places);
    const say = place === undefined ? past(at, ["say"]) : past(comma(placeEnd(place)), ["say"]);
    const opens = past(at, verbs);
    const answers = past(at, answer);
    const greets = past(at, greet);
    const object =
      (answers === undefined ? undefined : conversationAt(answers)) ??
      (greets === undefined ? undefined : past(maybe(greets, words.each), words.people)) ??
      opens;
    const start = say ?? (object === undefined ? past(at, first) : past(object, words.opening.with));
    const [quote] = tokens.slice(start ?? length, (start ?? length) + 1);
    if (start === undefined || quote?.kind !== "quote" || !isLiteral(quote.text)) return undefined;
    const is: Deed = { does: "open", words: trimmed(quote.text) };
    if (say === undefined || place !== undefined) return { is, end: start + 1 };
    const later = past(start + 1, places);
    return later === undefined ? undefined : { is, end: placeEnd(later) };
  }

  function placeEnd(at: number): number {
    const of = past(at, ["of"]);
    return (of === undefined ? undefined : conversationAt(of)) ?? at;
  }

  /** How often something may be done: "more than once" if that is forbidden, otherwise "at most once". */
  function oftenAt(at: number, { isForbidden, isOnly }: Force): Part<number> | undefined {
    const bounded = past(at, isForbidden ? words.more_than : [...words.at_most, "only"]);
    const start = bounded ?? at;
    const phrase = phraseAt(tokens, start, Object.keys(words.times));
    const number = tokens[start] && numberIn(tokens[start]);
    const said = phrase ? words.times[phrase.phrase] : textAt(start + 1) === "times" ? number : undefined;
    // "Never call it twice" forbids the second time.
    const times = said !== undefined && isForbidden && bounded === undefined ? said - 1 : said;
    if (times === undefined || times < 1 || (bounded === undefined && !isForbidden && !isOnly))
      return undefined;
    const end = phrase?.end ?? start + 2;
    const scope = past(end, words.scope);
    return { is: times, end: (scope === undefined ? undefined : conversationAt(scope)) ?? end };
  }

  function figureAt(at: number, parameter: string): Part<{ figure: number; shown: string }> | undefined {
    const token = tokens[at];
    const figure = token && numberIn(token);
    if (!token || figure === undefined) return undefined;
    const unit = tokens[at + 1];
    const isMoney = unit?.kind === "word" && words.money.includes(unit.lower);
    const isOwn = unit?.kind === "word" && wordsOfName(parameter).some((word) => isNoun(unit.lower, word));
    if ((isMoney || token.kind === "money") && tools.hasMinorUnits) return undefined;
    return isMoney || isOwn
      ? { is: { figure, shown: `${token.text} ${unit.text}` }, end: at + 2 }
      : { is: { figure, shown: token.text }, end: at + 1 };
  }

  /** "With an amount above 150". */
  function limitAt(at: number, tool: string): Part<Demand["limit"]> | undefined {
    const start = past(at, ["with"]);
    const place = start === undefined ? length : maybe(start, words.articles);
    const parameter = tokens[place]?.text ?? "";
    if (!tools.parameters.get(tool)?.includes(parameter)) return undefined;
    const over = past(place + 1, words.above);
    const start2 = over ?? past(place + 1, words.below);
    const figure = start2 === undefined ? undefined : figureAt(start2, parameter);
    return (
      figure && {
        is: { parameter, beyond: over === undefined ? "$lt" : "$gt", ...figure.is },
        end: figure.end,
      }
    );
  }

  /** "The amount of issue_refund must not exceed 150." */
  function boundAt(start: number): Reading | undefined {
    const at = maybe(start, ["the"]);
    const parameter = tokens[at]?.text ?? "";
    const of = past(at + 1, ["of", "for", "in"]);
    const named = of === undefined ? undefined : toolAt(of);
    const owners = [...tools.parameters].filter(([, list]) => list.includes(parameter));
    const tool = named?.is ?? (owners.length === 1 ? owners[0]?.[0] : undefined);
    const isPlain = tokens[at]?.kind !== "tool";
    if (tool === undefined || (isPlain && !named) || !tools.parameters.get(tool)?.includes(parameter))
      return undefined;
    const from = named?.end ?? at + 1;
    const not = past(from, words.force.must_not);
    const must = past(from, words.force.must);
    const place =
      not === undefined ? past(soft(must ?? length), words.at_most_is) : past(soft(not), words.exceeds);
    Object.assign(seen, { deed: true, end: from });
    const figure = note(place === undefined ? undefined : figureAt(place, parameter));
    if (!figure || soft(figure.end) !== length) return undefined;
    return { kind: "limit", tool, parameter, beyond: "$gt", ...figure.is };
  }

  function forceAt(start: number): Part<Force> | undefined {
    let [at, nots, mays, isOnly] = [soft(start), 0, 0, false];
    for (;;) {
      const not = past(at, words.force.must_not);
      const may = past(at, words.force.may);
      const only = past(at, words.only_after) === undefined ? past(at, ["only"]) : undefined;
      const end = not ?? may ?? only ?? past(at, words.force.must) ?? past(at, words.agent);
      if (end === undefined) break;
      if (not !== undefined) nots += 1;
      else if (may !== undefined) mays += 1;
      isOnly ||= only !== undefined;
      at = soft(not === undefined ? end : comma(end));
    }
    // "You may call it" demands nothing, and "don't only" forbids nothing.
    const isDemand = nots + (isOnly ? 1 : 0) <= 1 && (mays === 0 || isOnly);
    return isDemand ? { is: { isForbidden: nots > 0, isOnly }, end: at } : undefined;
  }

  /** "issue_refund must never be called before …" */
  function passiveAt(at: number): Part<Force & { tool: string }> | undefined {
    const tool = toolAt(at);
    if (!tool) return undefined;
    const is = past(tool.end, ["is"]);
    const force = forceAt(is ?? tool.end);
    if (!force || (force.end === tool.end && is === undefined)) return undefined;
    const end = past(force.end, is === undefined ? words.passive : words.is_called);
    return end === undefined ? undefined : { is: { ...force.is, tool: tool.is }, end };
  }

  const begins = soft(0);
  const bound = boundAt(begins);
  if (bound) return bound;
  const lead = conditionAt(begins);
  const isLed = lead !== undefined && textAt(lead.end) === ",";
  const start = isLed ? lead.end + 1 : begins;
  const passive = passiveAt(start);
  const force = passive ?? forceAt(start);
  if (!force) return undefined;
  const deed: Part<Deed> | undefined = passive
    ? { is: { does: "call", tool: passive.is.tool, isNamed: true }, end: passive.end }
    : (openAt(force.end) ??
      sayAt(force.end) ??
      callAt(force.end, words.call) ??
      getConsent(consentAt(force.end)));
  if (!note(deed) || !deed) return undefined;
  seen.deed = true;
  let at = soft(deed.end);
  const first = past(at, ["first"]);
  if (first !== undefined) at = soft(first);
  // "Once the caller has agreed" doesn't say how often.
  const early = note(conditionAt(comma(at)));
  const often = early ? undefined : note(oftenAt(at, force.is));
  at = soft(early?.end ?? often?.end ?? at);
  const limit = deed.is.does === "call" && !early ? note(limitAt(at, deed.is.tool)) : undefined;
  at = soft(limit?.end ?? at);
  const trailing = early ?? note(conditionAt(comma(at)));
  if ((trailing && isLed) || soft(Math.max(at, trailing?.end ?? 0)) !== length) return undefined;
  const condition = trailing?.is ?? (isLed ? lead.is : undefined);
  // "First" says nothing only where an order is demanded anyway.
  if (first !== undefined && !condition) return undefined;
  return readingOf({ ...force.is, deed: deed.is, condition, often: often?.is, limit: limit?.is });
}

const getConsent = (part: Part<"consent"> | undefined): Part<Deed> | undefined =>
  part && { is: { does: "get_consent" }, end: part.end };

/** "Thank you for calling, [name]" is a pattern for people, not words to look for. */
const isLiteral = (text: string) => !/[[\]{}<>…_/|*]|\.\.\./.test(text) && /\p{L}/u.test(text);
const trimmed = (text: string) => clean(text).replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/, "");

const formsOf = (verb: string): string[] => {
  const stem = verb.replace(/e$/, "");
  const last = verb.at(-1) ?? "";
  return [verb, `${verb}s`, `${verb}es`, `${stem}ing`, `${stem}ed`, `${verb}${last}ing`, `${verb}${last}ed`];
};

const isNoun = (said: string | undefined, word: string) =>
  said === word || said === `${word}s` || `${said}s` === word;
