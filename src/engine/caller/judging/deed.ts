/**
 * Whether the agent has done what the caller came for: the tool of its errand was called, with its facts. Only what
 * certainly differs counts against the agent: a tool takes a date, a number, or a name in its own form.
 */
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { isErrorOutput } from "../../metrics/tools/failed-call.ts";
import { clean, fold } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { deniesClaim } from "../../words/denies.ts";
import type { Caller } from "../caller.ts";
import type { ErrandFact } from "../errand.ts";
import { findValues } from "../facts/values.ts";
import { hear } from "../hearing/hear.ts";
import { type Language, languageOf } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { changeOf, unchangedIn } from "../saying/mind.ts";
import type { CallerState, Contradiction, Rule } from "../state.ts";
import { isSaid, type Said, saysAllOf, wordsOfCaller } from "../understanding/understood.ts";
import { valueAgainst } from "./agreed-values.ts";
import { differencesOf, type Unsure } from "./differences.ts";
import { type AgentWords, faultBefore, faultOf, ownFaults, saidWrongly } from "./faults.ts";
import { otherDeed } from "./other-deed.ts";
import { choiceAgainst } from "./proof.ts";
import { strayValue } from "./stray-value.ts";

/** What the caller learns of the calls that the agent has made since its last turn. */
export function hearCalls(
  { deeds = [] }: Pick<Caller, "deeds">,
  state: CallerState,
  calls: readonly MadeCall[],
): CallerState {
  if (deeds.length === 0 || calls.length === 0) return state;
  const done = [...(state.deeds ?? [])];
  for (const { name, output } of calls) {
    const place = deeds.findIndex((deed, at) => deed === name && !done.includes(at));
    if (place >= 0 && !isErrorOutput(output, true)) done.push(place);
  }
  const wrote = calls.some(({ name, output }) => seemsEffectful(name) && !isErrorOutput(output, true));
  return {
    ...state,
    calls: (state.calls ?? 0) + calls.length,
    ...(wrote && { wrote: true as const }),
    ...(done.length > 0 && { deeds: done }),
    ...(done.length > (state.deeds?.length ?? 0) && { done_at: state.turn }),
  };
}

/** Whether everything was done that the caller came for. */
export const isDone = ({ deeds = [] }: Pick<Caller, "deeds">, { deeds: done = [] }: CallerState): boolean =>
  deeds.length > 0 && done.length >= deeds.length;

export interface Outcome {
  readonly tool: string;
  /** Whether the tool was called, and did not answer with an error. */
  readonly called: boolean;
  /** What it was called with against the facts that the caller has said. */
  readonly wrong: readonly Contradiction[];
  /** What it was called with against facts that the caller need not have made clear. */
  readonly unsure: readonly Unsure[];
  /** The facts about which the caller was to change its mind, and never did. */
  readonly unchanged?: readonly string[];
  /** How many calls were reported. Without any, the agent may not report them. */
  readonly reported: number;
  /** What is wrong with the call itself, in words. */
  readonly fault?: string;
  /** What the agent did instead: other tools that change something. */
  readonly instead?: readonly string[];
  /** The agent's words that it is done, after the caller had told all and agreed, although no tool changed anything. */
  readonly claimed?: string;
}

const NO_WORDS: AgentWords = { prompt: "", knowledge_base: "" };

/**
 * What became of the caller's errand, from all calls of a conversation. If the tool was called several times, the call that fits best
 * counts: the agent may have corrected itself, or have called it for each of several things. Undefined without an errand.
 * What the tool does not need, and the caller was not asked about, does not count.
 * @param state what the caller has taken instead of its facts, and what it has answered
 * @param transcript who said what
 * @param texts what the agent is told, against which its deeds are held
 */
export function outcomeOf(
  before: Pick<Caller, "errand" | "later_errand" | "language">,
  calls: readonly MadeCall[],
  state: Pick<CallerState, "instead" | "switched" | "mind_changed"> &
    Partial<Pick<CallerState, "history">> = {},
  transcript: readonly Said[] = [],
  texts: AgentWords = NO_WORDS,
): Outcome | undefined {
  if (!before.errand) return undefined;
  const { tool } = before.errand;
  const made = calls.filter(({ output }) => !isErrorOutput(output, true));
  const own = made.filter(({ name }) => name === tool);
  const change = changeOf(before, own, state, transcript);
  const unchanged = unchangedIn(before, state);
  const errand = change?.errand ?? before.errand;
  const caller = { ...before, errand };
  if (own.length > 0) {
    const told = { ...texts, transcript, history: state.history ?? [] };
    const fault =
      faultOf(own, calls, errand, before.errand, transcript, languageOf(caller.language)) ??
      ownFaults(own, calls, told, languageOf(caller.language));
    const [last] = own.toReversed();
    const earlier = last ? calls.slice(0, calls.indexOf(last)) : [];
    const spoken = languageOf(caller.language);
    const against =
      own.length === 1 && last
        ? (choiceAgainst(last, earlier, transcript, spoken) ??
          valueAgainst(last, earlier, errand.facts, transcript, spoken) ??
          strayValue(last, earlier, transcript, spoken))
        : undefined;
    const judging = { facts: errand.facts, spoken, state, transcript, change };
    const { wrong, unsure } = differencesOf(own, calls, judging);
    return {
      tool,
      called: true,
      reported: calls.length,
      wrong: against && !isKnown(against, wrong) ? [...wrong, against] : wrong,
      unsure,
      ...(unchanged.length > 0 && { unchanged }),
      ...(fault !== undefined && { fault }),
    };
  }
  const instead = [...new Set(made.map(({ name }) => name).filter(seemsEffectful))];
  const claimed =
    instead.length > 0
      ? undefined
      : (claimIn(caller, state, transcript, calls) ?? claimWithCode(caller, transcript, calls, texts));
  const fault =
    instead.length > 0
      ? (otherDeed(tool, made, transcript, languageOf(caller.language)) ??
        saidWrongly(calls, { ...texts, transcript }, languageOf(caller.language)))
      : faultBefore(errand, before.errand, calls, { ...texts, transcript }, languageOf(caller.language));
  return {
    tool,
    called: false,
    reported: calls.length,
    wrong: [],
    unsure: [],
    ...(fault !== undefined && { fault }),
    ...(instead.length > 0 && { instead }),
    ...(claimed !== undefined && { claimed }),
  };
}

const isKnown = ({ said }: Contradiction, wrong: readonly Contradiction[]) =>
  wrong.some((one) => one.said === said);

/**
 * The agent's words that it is done. It is only a claim if the caller has told all that the tool needs, and has agreed to what the
 * agent was about to do; before that, the same words may tell how things stand.
 */
function claimIn(
  caller: Pick<Caller, "errand" | "language">,
  { history = [], instead = [] }: Partial<Pick<CallerState, "history" | "instead">>,
  transcript: readonly Said[],
  calls: readonly MadeCall[],
): string | undefined {
  const { errand, language } = caller;
  if (!errand || !seemsEffectful(errand.tool)) return undefined;
  const agreeing = new Set(history.flatMap(({ rule, say }) => (AGREES.has(rule) && say ? [say] : [])));
  const agreed = transcript.findIndex(({ role, utterance }) => role === "USER" && agreeing.has(utterance));
  if (agreed < 0) return undefined;
  // What the agent has read back, and got a yes to, it knows in its own words.
  const readBack = transcript[agreed - 1]?.utterance ?? "";
  // A yes to "Shall the office call you?" agrees to something else.
  const isOfDeed =
    offersDeed(errand.tool, readBack) ||
    errand.facts.some((fact) => isReadBack(fact, readBack, languageOf(language)));
  if (errand.facts.length > 0 && !isOfDeed) return undefined;
  const outputs = calls.map(({ output }) => JSON.stringify(output ?? "")).join("\n");
  // The agent need not ask for what its tools have told it.
  const isKnownTo = ({ value }: ErrandFact) =>
    String(value).length >= SHORTEST_CODE && outputs.includes(JSON.stringify(String(value)));
  // Who has taken 1 pm has told which hour.
  const isTaken = (name: string) => instead.some(({ label }) => label === name.replaceAll("_", " "));
  const untold = untoldFacts(caller, transcript).filter(
    (name) =>
      !isTaken(name) &&
      !errand.facts.some(
        (fact) => fact.name === name && (isKnownTo(fact) || isReadBack(fact, readBack, languageOf(language))),
      ),
  );
  // "A large cake for collection on Saturday, for Ann" need not say that it is one cake.
  const read = errand.facts.filter(
    ({ value }) =>
      // "1" may be a day's.
      typeof value === "string" && value.length > 2 && isSaid(readBack, value, languageOf(language)),
  );
  if (untold.length > 0 && read.length < ENOUGH_READ) return undefined;
  const known = [...transcript.slice(0, agreed).map(({ utterance }) => utterance), outputs].join("\n");
  return transcript.slice(agreed).find(({ role, utterance }) => {
    if (role !== "AGENT") return false;
    const { asking } = hear(utterance, languageOf(language));
    // "See you at the hall" is said to everybody.
    const isDoneIn = (sentence: string) =>
      (hear(sentence, languageOf(language)).done || NOW_ON.test(sentence)) && !IN_PARTING.test(sentence);
    const says =
      (!AS_IT_WAS.test(utterance) && sentences(clean(utterance)).some(isDoneIn)) ||
      BEGINS_DONE.test(utterance) ||
      (!sentences(clean(utterance)).some(deniesClaim) &&
        (ON_THE_WAY.test(utterance) || givesCode(utterance, known)));
    return says && asking.length === 0;
  })?.utterance;
}

/**
 * The agent's words that it is done, with the number of what it has made, which nobody and nothing has told it. Then it makes no
 * difference what the caller has told and agreed to.
 */
function claimWithCode(
  { errand, language }: Pick<Caller, "errand" | "language">,
  transcript: readonly Said[],
  calls: readonly MadeCall[],
  { prompt, knowledge_base }: AgentWords,
): string | undefined {
  // Without its output, a tool may have told it.
  const isKnown = calls.every(({ output }) => output !== undefined && output !== null);
  if (!errand || !seemsEffectful(errand.tool) || language !== "en" || !isKnown) return undefined;
  const outputs = calls.map(({ output }) => JSON.stringify(output)).join("\n");
  return transcript.find(({ role, utterance }, place) => {
    const code = role === "AGENT" ? MADE_CODE.exec(utterance.slice(0, LONGEST_READ))?.[1] : undefined;
    if (code === undefined || AS_IT_WAS.test(utterance) || !hear(utterance, languageOf(language)).done)
      return false;
    const before = transcript.slice(0, place).map((said) => said.utterance);
    return ![prompt, knowledge_base, outputs, ...before].some((text) => text.includes(code));
  })?.utterance;
}

const MADE_CODE =
  /\b(?:booking|case|confirmation|order|reference|ticket)(?: (?:code|id|number|reference))?(?: is|:)? ([A-Z]{1,4}-?\d{2,10})\b/;

/** "6" may be anything. */
const SHORTEST_CODE = 4;
/** Who has read so many facts back, and got a yes, has asked for what it needs. */
const ENOUGH_READ = 3;

const OFFERS =
  /\b(?:(?:shall|should|may|can) i (?:now )?|(?:want|like) me to |(?:sure|certain) (?:that )?you(?:'d| would)? (?:want|like) to )(?:go ahead and )?([a-z]{4,12})\b/g;

/** "Shall I cancel it?" offers what `cancel_booking` does. Only in English. */
function offersDeed(tool: string, readBack: string): boolean {
  const [verb = ""] = tool.split(/_|(?=[A-Z])/, 1);
  return [...fold(readBack.slice(0, LONGEST_READ)).matchAll(OFFERS)].some(
    ([, one]) => verb.length >= SHORTEST_VERB && one === verb.toLowerCase(),
  );
}
const SHORTEST_VERB = 4;
const LONGEST_READ = 2_000;

/** Whether the agent has said a value of this kind back: an hour for an hour, one of its options for an option. */
function isReadBack({ value, options = [] }: ErrandFact, readBack: string, language: Language): boolean {
  if (isSaid(readBack, String(value), language)) return true;
  if (options.some((one) => isSaid(readBack, String(one).replaceAll("_", " "), language))) return true;
  const [own] = findValues(String(value), language);
  return own !== undefined && findValues(readBack, language).some(({ kind }) => kind === own.kind);
}

/** "It's already down for collection" tells how things stand. */
const AS_IT_WAS = /\balready\b/i;
const IN_PARTING =
  /\b(?:bye|goodbye|see you|thank(?:s| you) for (?:calling|getting in touch|contacting|chatting))\b/i;
/** "Booked: Wednesday at 9." */
const BEGINS_DONE =
  /^(?:\p{L}{2,12}[,!] )?(?:all )?(?:booked|cancelled|canceled|moved|ordered|placed|reserved|sent)[:!]/iu;
/** "Your appointment is now on Thursday." */
const NOW_ON = /\byour (?:\p{L}{3,15} ){1,3}is now (?:on|at|for|with) \S/iu;
/** "The plumber is on the way." */
const ON_THE_WAY =
  /^(?:\p{L}{2,12}[,!.] )?(?:the|your|our) [^.?!,;]{2,40} (?:is|are) on (?:the|its|his|her|their) way\b/iu;
const OWN_CODE =
  /\byour (?:\w{1,20} ){0,2}(?:number|reference|code|id) is ([A-Z]{0,4}-?\d{3,10})\b|\bthe number is ([A-Z]{1,4}-?\d{3,10})\b/;

/** Whether the agent gives the number of what it says it has made. */
function givesCode(utterance: string, known: string): boolean {
  const [, of_caller, of_deed] = OWN_CODE.exec(utterance.replace(/^Your\b|(?<=[.!?] )Your\b/g, "your")) ?? [];
  const code = of_caller ?? of_deed;
  return code !== undefined && !known.includes(code);
}

const AGREES: ReadonlySet<Rule> = new Set<Rule>(["go_ahead", "check"]);

/** The facts that the tool of an errand needs, and that the caller never came to say. */
export const untoldFacts = (
  { errand, language }: Pick<Caller, "errand" | "language">,
  transcript: readonly Said[],
): string[] =>
  (errand?.facts ?? [])
    .filter(
      (fact) =>
        fact.required &&
        fact.path !== undefined &&
        typeof fact.value !== "boolean" &&
        !saysAllOf(wordsOfCaller(transcript), fact, languageOf(language)),
    )
    .map(({ name }) => name);

/** The facts of an errand that are a yes or a no. */
export const switchesOf = ({ errand }: Pick<Caller, "errand">): ErrandFact[] =>
  (errand?.facts ?? []).filter(({ value }) => typeof value === "boolean");
