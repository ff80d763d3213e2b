/** Reads a sentence of a prompt as one clause: who must or must not do what, and on what condition. */
import lexicon from "texts:policies";
import {
  type Found,
  findPhrase,
  isOneOf,
  LONGEST_SENTENCE,
  phraseAt,
  type Token,
  textOf,
  tokensOf,
} from "./tokens.ts";

const words = lexicon.en;

export type Marker = "only_after" | "until" | "before" | "without" | "unless" | "after" | "case";

/** A condition, with what joins it to the demand. */
export interface Condition {
  readonly marker: Marker;
  readonly tokens: readonly Token[];
}

export interface Clause {
  readonly force: "must" | "must_not" | "states";
  /** What is demanded, forbidden, or stated, without the words for it. */
  readonly main: readonly Token[];
  /** The condition in front of it or behind it. */
  readonly condition?: Condition;
  /** The whole sentence. */
  readonly all: readonly Token[];
  /** What the sentence demands besides, which is not read. */
  readonly besides?: string;
}

/** Why a sentence cannot be read, in words that finish "no rule: …". */
export type Unread = { readonly why: string };

const MARKERS: readonly Marker[] = ["only_after", "until", "before", "without", "unless", "after", "case"];

export function readClause(sentence: string): Clause | Unread {
  if (sentence.length > LONGEST_SENTENCE) return { why: "the sentence is too long to be one demand" };
  const all = tokensOf(sentence);
  const body = withOrder(withoutPlace(withoutApposition(withoutEnd(withoutConcession(all)))));
  const exception = findPhrase(body, words.markers.except);
  if (exception) return { why: `an exception that I can't read: "${textOf(body.slice(exception.at))}"` };
  if (body.some(({ kind, text }) => kind === "sign" && /[;–—()?:]/.test(text)))
    return { why: "it says several things at once" };
  const lead = leading(body);
  if (lead && "why" in lead) return lead;
  const { tokens: rest, besides } = withoutAside(lead?.rest ?? body);
  const trailing = lead ? undefined : trailingIn(rest);
  const demand = trailing ? rest.slice(0, trailing.at) : rest;
  const condition =
    lead?.condition ?? (trailing && { marker: trailing.marker, tokens: rest.slice(trailing.end) });
  if (condition && markerIn(condition.tokens)) return { why: "more than one condition" };
  if (lead && markerIn(rest)) return { why: "more than one condition" };
  const { force, main } = forceOf(demand);
  const and = main.findIndex(({ lower }, at) => lower === "and" && isDeed(main[at + 1]));
  const isCut = and > 0 && force !== "must_not" && !trailing;
  const first = isCut ? main.slice(0, and) : main;
  if (first.length === 0) return { why: "it names nothing to do" };
  if (isSeveral(first, trailing?.marker === "before")) return { why: "it says several things at once" };
  const left = isCut ? textOf(main.slice(and)) : besides;
  return { force, main: first, ...(condition && { condition }), all, ...(left && { besides: left }) };
}

/** "The code, 4471, is for staff", "the code, 4471": the commas divide nothing. */
const withoutApposition = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ text }, at) => {
    const ends = (place: number) => tokens[place] === undefined || tokens[place]?.text === ",";
    const isBefore = isCode(tokens[at + 1]) && ends(at + 2);
    const isAfter = isCode(tokens[at - 1]) && tokens[at - 2]?.text === ",";
    return text !== "," || !(isBefore || isAfter);
  });

const isCode = (token: Token | undefined): boolean =>
  token?.kind === "code" || (token?.kind === "number" && /^\d{4,}$/.test(token.text));

/** "At the outset, say …": the comma divides nothing. */
function withoutPlace(tokens: readonly Token[]): readonly Token[] {
  const place = phraseAt(tokens, 0, words.opening.places);
  return place && tokens[place.end]?.text === ","
    ? [...tokens.slice(0, place.end), ...tokens.slice(place.end + 1)]
    : tokens;
}

/** "Get a yes, then call book_visit" means the same as "Get a yes before book_visit". */
function withOrder(tokens: readonly Token[]): readonly Token[] {
  const then = findPhrase(tokens, ["then", "and then", "and only then"], 1);
  const later = then && tokens.slice(then.end);
  if (!then || tokens[then.at - 1]?.text !== "," || later?.at(-1)?.kind !== "tool" || later.length > 3)
    return tokens;
  return [...tokens.slice(0, then.at - 1), { kind: "word", text: "before", lower: "before" }, ...later];
}

/** "…, so no visits are booked then", "…, not for you": a reason or a consequence, which changes nothing. */
function withoutAside(tokens: readonly Token[]): { tokens: readonly Token[]; besides?: string } {
  const comma = tokens.findIndex(({ kind, text }) => kind === "sign" && text === ",");
  const next = tokens.slice(comma + 1);
  if (comma < 0 || !next[0] || !phraseAt(next, 0, words.asides)) return { tokens };
  return { tokens: tokens.slice(0, comma), besides: textOf(next) };
}

/**
 * The parts of a sentence that can be read on their own. One part if it can't be divided: a condition or an
 * exception could belong to both parts.
 */
export function partsOf(sentence: string): string[] {
  const text = sentence.slice(0, LONGEST_SENTENCE);
  const strong = text.split(/; | [–—-] /);
  const parts = strong.length > 1 ? strong : markerIn(tokensOf(text)) ? [text] : text.split(/, (?:and|but) /);
  const isException = (part: string) => {
    const [first] = tokensOf(part.slice(0, 40));
    return first !== undefined && isOneOf(first, EXCEPTIONS);
  };
  const isWhole = parts.every((part) => part.split(" ").length >= 3);
  return parts.length > 1 && isWhole && !parts.slice(1).some(isException)
    ? parts.map((part) => part.trim())
    : [sentence];
}
const EXCEPTIONS = ["but", "or", "except", "unless", "otherwise", "however", "if", "only", "though"];

const withoutEnd = (tokens: readonly Token[]) => {
  const last = tokens.at(-1);
  return last?.kind === "sign" && /[.!:]/.test(last.text) ? tokens.slice(0, -1) : tokens;
};

/** "Even if they insist", "whatever the caller says": from there to the next comma or the end. */
function withoutConcession(tokens: readonly Token[]): readonly Token[] {
  const found = findPhrase(tokens, words.markers.concession);
  if (!found) return tokens;
  const comma = tokens.findIndex(({ text }, at) => at > found.at && text === ",");
  const before = tokens.slice(0, found.at);
  const kept = before.at(-1)?.text === "," ? before.slice(0, -1) : before;
  const isLeading = kept.length === 0;
  if (comma < 0) return isLeading ? [] : kept;
  return isLeading ? tokens.slice(comma + 1) : [...kept, ...tokens.slice(comma)];
}

interface Leading {
  readonly condition: Condition;
  readonly rest: readonly Token[];
}

/** "If a caller mentions chest pain, …" */
function leading(tokens: readonly Token[]): Leading | Unread | undefined {
  const found = markerAt(tokens, 0);
  if (!found) return undefined;
  const comma = tokens.findIndex(({ kind, text }) => kind === "sign" && text === ",");
  // "Before hanging up ask …" does not say where the condition ends.
  if (comma < 0) return { why: `a case that I can't read: "${textOf(tokens)}"` };
  const second = tokens.findIndex(({ text }, at) => at > comma && text === ",");
  if (second > 0) return { why: "it says several things at once" };
  const rest = tokens.slice(comma + 1);
  return {
    condition: { marker: found.marker, tokens: tokens.slice(found.end, comma) },
    rest: rest[0]?.lower === "then" ? rest.slice(1) : rest,
  };
}

interface FoundMarker extends Found {
  readonly marker: Marker;
}

function markerAt(tokens: readonly Token[], at: number): FoundMarker | undefined {
  for (const marker of MARKERS) {
    const found = phraseAt(tokens, at, words.markers[marker]);
    const next = found && tokens[found.end];
    // "Only once", "once per call": how often, not when.
    if (
      found?.phrase === "once" &&
      (!next || next.kind === "sign" || ["per", "and", "only"].includes(next.lower))
    )
      continue;
    if (found) return { ...found, marker };
  }
  return undefined;
}

/** The first marker, not counting "for" and "where", which rarely begin a case in the middle of a sentence. */
function markerIn(tokens: readonly Token[]): FoundMarker | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    const found = markerAt(tokens, at);
    if (found && !WEAK.has(found.phrase)) return found;
  }
  return undefined;
}
const WEAK = new Set(["for", "where", "should", "while", "during", "following"]);

const trailingIn = (tokens: readonly Token[]) => {
  const found = markerIn(tokens);
  return found && found.at > 0 ? found : undefined;
};

function forceOf(demand: readonly Token[]): Pick<Clause, "force" | "main"> {
  let tokens = demand;
  let force: Clause["force"] = "states";
  for (let steps = 0; steps < 4; steps += 1) {
    const lead = phraseAt(tokens, 0, words.lead_in) ?? (tokens[0]?.text === "," ? { end: 1 } : undefined);
    const not = phraseAt(tokens, 0, words.force.must_not);
    const must = phraseAt(tokens, 0, words.force.must);
    if (not) force = "must_not";
    else if (must && force === "states") force = "must";
    const found = not ?? must ?? lead;
    if (!found) break;
    tokens = tokens.slice(found.end);
  }
  return { force, main: tokens };
}

/** "Book it and tell them": a second deed behind "and", "or", "but", or a comma. */
function isSeveral(main: readonly Token[], isSteps: boolean): boolean {
  return main.some(
    ({ kind, text, lower }, at) =>
      (kind === "sign" && text === ",") ||
      (["but", "so", "otherwise", "instead"].includes(lower) && at > 0) ||
      // "Read it back and get a yes before booking": each of the steps comes first.
      ((lower === "or" || (lower === "and" && !isSteps)) && isDeed(main[at + 1])),
  );
}

const ALL_DEEDS = [...Object.values(words.deeds).flat(), ...words.asking, ...words.telling];
const isDeed = (token: Token | undefined): boolean =>
  token !== undefined && token.kind === "word" && (isOneOf(token, ALL_DEEDS) || VERBS.has(token.lower));
const VERBS = new Set(
  "wait stop use call end hang leave keep let make do don't never always explain offer apologize apologise continue refer direct put hand pass".split(
    " ",
  ),
);

/** The words that are left when those that say nothing are taken out. */
export const contentOf = (tokens: readonly Token[], ...also: (readonly string[])[]): Token[] =>
  tokens.filter(
    (token) =>
      token.kind !== "sign" && !isOneOf(token, words.fillers) && !also.some((list) => isOneOf(token, list)),
  );
