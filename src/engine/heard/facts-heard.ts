/** Whether an agent heard the facts of its caller right: what it read back, wrote, and passed to its tools. */
import type { Language } from "../caller/language.ts";
import { type ConversationInput, sideOf } from "../metrics/conversation.ts";
import type { HeardFact, HeardPlace, Outcome } from "../metrics/heard/heard-fact.ts";
import { stateOf } from "../metrics/rule-input.ts";
import { wordsOf } from "../numbers/words.ts";
import { valuesIn } from "../rules-language/text/spoken-values.ts";
import { mentions } from "../transcript/fold.ts";
import { type CallersFact, isNamed, type KnownFact, knownFact, plainName, slotOf } from "./known-fact.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Reader } from "./readers/reader.ts";
import { readSentence, readSentences, type Sentence } from "./sentence.ts";

/** More facts than this are not looked for, and no more places of one are listed. */
const MOST_FACTS = 50;
const MOST_PLACES = 20;
/** Longer arguments of tools are texts. */
const LONGEST_ARGUMENT = 200;

interface Line {
  readonly entry: number;
  readonly isAgent: boolean;
  readonly sentences: readonly Sentence[];
}

interface Written {
  readonly name: string;
  readonly text: string;
  readonly at: Pick<HeardPlace, "tool_call" | "parameter" | "table" | "row" | "column">;
}

type HeardConversation = Pick<
  ConversationInput,
  "transcript" | "tool_calls" | "world" | "reference_transcript"
>;

/**
 * What became of each fact that the caller said or the agent used, in the order of the facts.
 *
 * @param pace called before a sentence or value is searched for a fact, which takes some milliseconds at most. It may throw.
 */
export function factsHeard(
  conversation: HeardConversation,
  facts: readonly CallersFact[],
  lexicon: Lexicon,
  pace: () => void = () => undefined,
): HeardFact[] {
  const recognized = (fact: CallersFact): KnownFact | undefined => {
    const known = knownFact(fact, lexicon);
    return known && { ...known, reader: paced(known.reader, pace) };
  };
  const known = facts.slice(0, MOST_FACTS).flatMap((fact) => recognized(fact) ?? []);
  if (known.length === 0) return [];
  const lines = linesOf(conversation, lexicon);
  const written = writtenIn(conversation);
  const reference = conversation.reference_transcript
    ? readSentences(conversation.reference_transcript, lexicon)
    : [];
  return known.flatMap((fact) => {
    const said = lines.find(({ isAgent, sentences }) => !isAgent && sentences.some((one) => says(fact, one)));
    const isSaid = said !== undefined || reference.some((one) => says(fact, one));
    const others = known.filter((other) => other !== fact);
    const agents = lines.filter(({ isAgent }) => isAgent);
    const isAfter = ({ entry }: Line) => entry > (said?.entry ?? -1);
    const before = agents.filter((line) => !isAfter(line)).flatMap(({ sentences }) => sentences);
    const back = agents
      .filter(isAfter)
      .flatMap((line) => readBack(fact, line, { others, before, lexicon, recognized }));
    const around = { lines, isSaid, others, lexicon, recognized };
    const passed = written.flatMap((one) => passedOn(fact, one, around) ?? []);
    const outcome = outcomeOf(back, passed);
    if (!isSaid && outcome === "never_used") return [];
    const { name, value, reader } = fact;
    const places = [...back, ...passed].slice(0, MOST_PLACES);
    return [{ fact: name, kind: reader.kind, value, outcome, said: said?.entry ?? null, places }];
  });
}

function paced({ find, isSame, isAlike, ...reader }: Reader, pace: () => void): Reader {
  const after =
    <T>(read: (sentence: Sentence) => T) =>
    (sentence: Sentence): T => {
      pace();
      return read(sentence);
    };
  return { ...reader, find: after(find), isSame: after(isSame), isAlike: after(isAlike) };
}

const says = ({ reader }: KnownFact, sentence: Sentence): boolean => reader.find(sentence)[0]?.is === "same";

function linesOf({ transcript }: HeardConversation, lexicon: Lexicon): Line[] {
  return (transcript ?? []).flatMap(({ speaker, utterance }, entry) => {
    const side = sideOf(speaker);
    return side === null || !utterance
      ? []
      : [{ entry, isAgent: side === "agent", sentences: readSentences(utterance, lexicon) }];
  });
}

/** What the agent's calls of tools have, and what they left in the rows of its world. */
function writtenIn({ tool_calls, world, transcript }: HeardConversation): Written[] {
  const passed = (tool_calls ?? []).flatMap(({ parameters }, tool_call) =>
    valuesIn(parameters ?? {}).map(({ key, value }) => ({
      name: key,
      text: value,
      at: { tool_call, parameter: key },
    })),
  );
  if (!world) return passed.filter(isShort);
  const rows = stateOf(world, tool_calls ?? [], transcript ?? []).differences;
  const left = rows.flatMap(({ table, row, after, before }) =>
    Object.entries(after ?? {}).flatMap(([column, value]): Written[] =>
      (typeof value === "string" || typeof value === "number") && value !== before?.[column]
        ? [{ name: column, text: String(value), at: { table, row, column } }]
        : [],
    ),
  );
  return [...passed, ...left].filter(isShort);
}

const isShort = ({ text }: Written) => text.trim() !== "" && text.length <= LONGEST_ARGUMENT;

interface Beside {
  readonly recognized: (fact: CallersFact) => KnownFact | undefined;
  readonly others: readonly KnownFact[];
  /** What the agent said before the caller said the fact. */
  readonly before: readonly Sentence[];
  readonly lexicon: Lexicon;
}

/** What a line of the agent says of a fact. It is wrong only beside the word that names the fact. */
function readBack(
  fact: KnownFact,
  { entry, sentences }: Line,
  { others, before, lexicon, recognized }: Beside,
): HeardPlace[] {
  const { reader } = fact;
  return sentences.flatMap((sentence): HeardPlace[] => {
    const found = reader.find(sentence);
    if (found.length === 0) return [];
    const named = isNamed(fact, sentence.text, lexicon);
    return found.flatMap(({ is, heard }): HeardPlace[] => {
      if (reader.short && !named) return [];
      if (is === "same") return [{ verdict: "right", heard, entry }];
      const value = readSentence(heard, lexicon);
      if (others.some((other) => other.reader.kind === reader.kind && other.reader.isSame(value))) return [];
      if (isTakenInstead(fact, value, recognized)) return [];
      const isOffer = reader.negotiable && offers(sentence, lexicon.language);
      const isOwn = before.some(({ text }) => text.includes(heard));
      return [{ verdict: named && !isOffer && !isOwn ? "wrong" : "unsure", heard, entry }];
    });
  });
}

const offers = ({ folded }: Sentence, { cues }: Language): boolean =>
  mentions(folded, cues.offer) || mentions(folded, cues.choice) || mentions(folded, cues.refusal);

/** The caller has agreed to another value. */
const isTakenInstead = (
  { name, instead = [] }: KnownFact,
  value: Sentence,
  recognized: Beside["recognized"],
): boolean => instead.some((other) => recognized({ name, value: other })?.reader.isSame(value));

interface Around extends Pick<Beside, "others" | "lexicon" | "recognized"> {
  readonly lines: readonly Line[];
  readonly isSaid: boolean;
}

/** What something that was written says of a fact: nothing, unless it has the value, or its name is the fact's. */
function passedOn(fact: KnownFact, { name, text, at }: Written, around: Around): HeardPlace | undefined {
  const { reader, slot } = fact;
  const { isSaid, others, lexicon, recognized } = around;
  const value = readSentence(text, lexicon);
  const isSameName = plainName(name) === plainName(fact.name);
  const isSameSlot = !isSameName && slot !== undefined && slotOf(name, lexicon) === slot;
  if (reader.short && !isSameName && !isSameSlot) return undefined;
  if (reader.isSame(value)) return { verdict: "right", heard: text, ...at };
  const isAnothers = others.some((other) => other.reader.kind === reader.kind && other.reader.isSame(value));
  if (isAnothers) return isSameName ? { verdict: "unsure", heard: text, ...at } : undefined;
  if (!(isSameName || isSameSlot) || isTakenInstead(fact, value, recognized)) return undefined;
  const isAlike = reader.isAlike(value);
  if (isSaid && isOtherwiseSaid(fact, text, around)) return { verdict: "unsure", heard: text, ...at };
  if (isSameName) return { verdict: isSaid || isAlike ? "wrong" : "unsure", heard: text, ...at };
  return isAlike ? { verdict: "wrong", heard: text, ...at } : undefined;
}

/** Whether the caller has said another value, or the agent has offered it. */
function isOtherwiseSaid(fact: KnownFact, text: string, { lines, lexicon, recognized }: Around): boolean {
  const other = recognized({ name: fact.name, value: differing(fact, text) });
  if (!other) return false;
  return lines.some(
    ({ isAgent, sentences }) =>
      (!isAgent || fact.reader.negotiable) &&
      sentences.some(
        (sentence) =>
          says(other, sentence) && (!isAgent || !mentions(sentence.folded, lexicon.language.cues.check)),
      ),
  );
}

/** What another value has that the fact does not: of "Katrin Mayr" the surname. */
const differing = ({ value, reader }: KnownFact, text: string): string => {
  if (reader.kind !== "name") return text;
  const own = new Set(wordsOf(value).map((word) => word.text));
  return wordsOf(text)
    .flatMap((word) => (own.has(word.text) ? [] : [word.raw]))
    .join(" ");
};

/** What was written counts more than what was said, and the last more than what came before. */
function outcomeOf(back: readonly HeardPlace[], passed: readonly HeardPlace[]): Outcome {
  const isSure = ({ verdict }: HeardPlace) => verdict !== "unsure";
  const last = passed.findLast(isSure) ?? (passed.length > 0 ? undefined : back.findLast(isSure));
  if (last) return last.verdict;
  return passed.length + back.length > 0
    ? back.findLast(isSure)?.verdict === "wrong"
      ? "wrong"
      : "unsure"
    : "never_used";
}
