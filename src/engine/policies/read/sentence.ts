/** A sentence of a prompt, and what is at each of its places. */
import lexicon from "texts:policies";
import { clean } from "../../transcript/fold.ts";
import { wordsOfName } from "../../words/tool-words.ts";
import type { KnownTools } from "../agent-tools.ts";
import type { Condition, Deed, Happening } from "./reading.ts";
import { phraseAt, type Token } from "./tokens.ts";

const words = lexicon.en;

/** Something that was read, and the place behind it. */
export interface Part<T> {
  readonly end: number;
  readonly is: T;
}

export class Sentence {
  readonly tokens: readonly Token[];
  readonly tools: KnownTools;

  constructor(tokens: readonly Token[], tools: KnownTools) {
    this.tokens = tokens;
    this.tools = tools;
  }

  get length(): number {
    return this.tokens.length;
  }

  textAt(at: number): string | undefined {
    return this.tokens[at]?.lower;
  }

  /** Behind one of the phrases. */
  past(at: number, phrases: readonly string[]): number | undefined {
    return phraseAt(this.tokens, at, phrases)?.end;
  }

  /** Behind one of the phrases, or here if there is none. */
  maybe(at: number, phrases: readonly string[]): number {
    return this.past(at, phrases) ?? at;
  }

  comma(at: number): number {
    return this.textAt(at) === "," ? at + 1 : at;
  }

  /** Behind words that add nothing, with the commas around them. */
  soft(at: number): number {
    const end = this.past(at, words.nothing) ?? this.past(this.comma(at), words.nothing);
    return end === undefined ? at : this.soft(this.comma(end));
  }

  isNounAt(at: number, word: string): boolean {
    return isNoun(this.textAt(at), word);
  }

  /** A quotation of words that can be looked for. */
  quoteAt(at: number): string | undefined {
    const token = this.tokens[at];
    return token?.kind === "quote" && isLiteral(token.text) ? trimmed(token.text) : undefined;
  }

  conversationAt(at: number): number | undefined {
    return this.past(this.maybe(at, words.each), words.opening.conversations);
  }

  toolAt(start: number): Part<string> | undefined {
    const at = this.maybe(start, ["the"]);
    const name = this.tokens[at];
    if (!name || name.kind === "quote" || !this.tools.names.has(name.text)) return undefined;
    const end = this.textAt(at + 1) === "(" && this.textAt(at + 2) === ")" ? at + 3 : at + 1;
    return { is: name.text, end: this.maybe(end, words.tool_words) };
  }

  /** "Booking an appointment" is `book_appointment`: word by word, and no other tool. */
  #spelledOut(at: number): Part<string> | undefined {
    const found = [...this.tools.names].flatMap((name) => {
      const [verb = "", ...object] = wordsOfName(name);
      if (object.length === 0 || !formsOf(verb).includes(this.textAt(at) ?? "")) return [];
      const from = this.maybe(at + 1, words.articles);
      const isObject = object.every((word, place) => this.isNounAt(from + place, word));
      return isObject ? [{ is: name, end: from + object.length }] : [];
    });
    return found.length === 1 ? found[0] : undefined;
  }

  /** "Book the appointment with book_appointment": the name says again what it does. */
  #doneWith(at: number): Part<string> | undefined {
    const by = [1, 2, 3].map((more) => at + more).find((place) => this.past(place, words.by) !== undefined);
    const tool = by === undefined ? undefined : this.toolAt(this.past(by, words.by) ?? by);
    if (by === undefined || !tool) return undefined;
    const [verb = "", ...object] = wordsOfName(tool.is);
    const from = this.maybe(at + 1, words.articles);
    const isSame =
      formsOf(verb).includes(this.textAt(at) ?? "") &&
      this.tokens
        .slice(Math.min(from, by), by)
        .every(({ lower }) => object.some((word) => isNoun(lower, word)));
    return isSame ? tool : undefined;
  }

  callAt(at: number, verbs: readonly string[]): Part<Deed & { does: "call" }> | undefined {
    const verb = this.past(at, verbs);
    const named = (verb !== undefined && this.toolAt(verb)) || this.#doneWith(at);
    const tool = named || this.#spelledOut(at);
    return tool && { end: tool.end, is: { does: "call", tool: tool.is, isNamed: Boolean(named) } };
  }

  personAt(at: number): number | undefined {
    return this.past(this.maybe(at, [...words.articles, "your", "our"]), words.people);
  }

  consentAt(start: number): Part<"consent"> | undefined {
    const end = this.#agreedAt(start) ?? this.#askedAt(start) ?? this.#approvalAt(start);
    return end === undefined ? undefined : { is: "consent", end };
  }

  /** Behind "the caller has explicitly agreed to it". */
  #agreedAt(start: number): number | undefined {
    const { how, said, to, of } = words.consent;
    const person = this.personAt(start);
    const verb = person && this.maybe(this.maybe(person, ["has", "have"]), how);
    const saying = verb === undefined ? undefined : this.past(verb, said);
    if (verb === undefined || saying === undefined) return undefined;
    const end = this.maybe(saying, how);
    const object =
      this.past(verb, to) !== undefined
        ? this.past(end, ["to"])
        : this.past(verb, of) !== undefined
          ? end
          : undefined;
    if (object !== undefined && this.textAt(object) === "it") return object + 1;
    const thing = object === undefined ? undefined : this.past(object, [...words.articles, "one"]);
    const isThing = thing !== undefined && this.tokens[thing]?.kind === "word";
    return isThing ? thing + 1 : end;
  }

  /** Behind "asking the caller to confirm". */
  #askedAt(start: number): number | undefined {
    const { asking, ask, asked } = words.consent;
    const asks = this.past(start, ask);
    const whom = asks === undefined ? this.past(start, asking) : asks;
    const person = whom === undefined ? undefined : this.personAt(whom);
    return asks === undefined || person === undefined ? person : this.past(person, asked);
  }

  /** Behind "getting the caller's consent". */
  #approvalAt(start: number): number | undefined {
    const { how, nouns, getting } = words.consent;
    const at = this.maybe(this.maybe(start, getting), [...words.articles, "your"]);
    const isOwn = words.people.some((one) => this.textAt(at) === `${one}'s`);
    const adjective = isOwn ? at + 1 : at;
    const noun = this.past(this.maybe(adjective, how), nouns);
    if (noun === undefined) return undefined;
    const from = this.past(noun, ["from"]);
    const giver = from === undefined ? undefined : this.personAt(from);
    // A bare "confirmation" may be anybody's.
    return isOwn || giver !== undefined || this.past(adjective, how) !== undefined
      ? (giver ?? noun)
      : undefined;
  }

  happeningAt(start: number): Part<Happening> | undefined {
    const at = this.maybe(start, ["you", "you have", "you've", "having", "first"]);
    const call = this.callAt(at, words.called);
    if (call) return { is: { tool: call.is.tool }, end: call.end };
    const tool = this.toolAt(start);
    if (!tool) return this.consentAt(start);
    const found = this.past(tool.end, words.found);
    const thing = found === undefined ? undefined : this.past(found, words.articles);
    if (thing !== undefined && wordsOfName(tool.is).some((word) => this.isNounAt(thing, word)))
      return { is: { tool: tool.is }, end: thing + 1 };
    return { is: { tool: tool.is }, end: this.maybe(tool.end, words.done) };
  }

  conditionAt(at: number): Part<Condition> | undefined {
    for (const joined of ["only_after", "before", "until", "after", "given"] as const) {
      const start = this.past(at, words[joined]);
      if (start === undefined) continue;
      const from = this.maybe(start, ["first"]);
      const happening = this.happeningAt(from);
      if (!happening) continue;
      const end = this.maybe(happening.end, ["first"]);
      // "Without logging it" may mean that it is logged afterwards.
      const isBeside =
        ["with", "without"].includes(this.textAt(start - 1) ?? "") && happening.is !== "consent";
      const isFirst = from > start || end > happening.end;
      return isBeside && !isFirst ? undefined : { is: { joined, to: happening.is }, end };
    }
    return undefined;
  }
}

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
