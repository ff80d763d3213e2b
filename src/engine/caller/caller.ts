import {
  DIGITAL_HUMAN_DEFAULTS,
  type Fluency,
  type LanguageCode,
  type ReplayMode,
  TURNS_DEFAULT,
  type Verbosity,
} from "../../contract/values.ts";
import type { AgentTool } from "../tools/tool.ts";
import { fold } from "../transcript/fold.ts";
import type { DigitalHuman, Trait } from "./digital-human.ts";
import { CHANGES_MIND, type Errand, isRoleTrait, type Role, roleOf } from "./errand.ts";
import { type Fact, factsOf } from "./facts/facts.ts";
import { deedsOf, saidAloud, withErrand } from "./facts/facts-of-errand.ts";
import { type Goals, readGoals } from "./facts/goal.ts";
import { withListsSaid } from "./facts/lists.ts";
import { withOwn } from "./facts/one-of.ts";
import { numberOf } from "./facts/rivals.ts";
import { readSecondChoice, type SecondChoice } from "./facts/second-choice.ts";
import { FACTS_MAXIMUM, takenIn } from "./facts/taken-in.ts";
import type { Language, TraitName } from "./language.ts";
import { languageOf } from "./language.ts";
import { factsOfDialogue } from "./script/facts-of-dialogue.ts";
import { type Instruction, readInstructions } from "./script/instructions.ts";
import { type Keyword, keywordsOf } from "./script/keywords.ts";
import { type ReplayLine, readPlayback, readTranscript, replayLines, unscripted } from "./script/replay.ts";
import { type InactiveResponse, readScript, type ScriptedRule } from "./script/scripted-responses.ts";
import { readTraits } from "./script/traits.ts";
import { unknownValues, unusedFields } from "./script/unused-offline.ts";

/**
 * Counts the changes of the rules by which callers answer. A conversation of an earlier version may play differently today,
 * and a replay says so.
 */
export const CALLER_VERSION = 16;

/** How long a digital human without a `silence_timeout` waits for an answer. */
const DEFAULT_SILENCE_TIMEOUT_S = 30;
/** A generated digital human gives up after this many turns in a row without an answer. */
const PATIENCE = 3;
const DEFAULT_MAX_DURATION_MS = 30 * 60 * 1000;

export interface CallerOptions {
  /** Turns of the caller, including silences. */
  max_turns?: number;
  max_duration_ms?: number;
  /** Whether the caller hangs up when the agent calls a tool that hands the conversation over. */
  hangup_on_transfer?: boolean;
  /** Default `smart`. */
  replay_mode?: ReplayMode;
  /** How long the agent may take to speak first, unless the record says who opens. The default is 0. */
  opening_patience_ms?: number;
  /** The caller speaks on a line, where the agent hears its voice. */
  on_line?: boolean;
  /** The tools of the agent that it calls, as far as the agent's record has them. */
  tools?: readonly AgentTool[];
}

/** A digital human, prepared for one conversation. Plain JSON that never changes during the conversation. */
export interface Caller extends Goals, Role {
  /** The rules by which it answers; see `CALLER_VERSION`. Absent in callers that were prepared before they were counted. */
  version?: number;
  language: LanguageCode;
  facts: Fact[];
  /** What it knows after it has changed its mind. Absent if it never does. */
  later_facts?: Fact[];
  /** What it knew before it changed its mind. Absent until it has. */
  former_facts?: Fact[];
  /** The tools that have to be called until it has what it wants. Absent if only the agent's words can say so. */
  deeds?: string[];
  speaks_first: boolean;
  /**
   * With `speaks_first`: how long the caller waits for the agent before it opens. If absent, it opens at
   * once.
   */
  opening_patience_ms?: number;
  /** The first message as its author wrote it, or null to derive one from the first goal. */
  first_message: string | null;
  script: ScriptedRule[];
  /** What the caller says when the agent uses a keyword. Absent if the record has no keywords. */
  keywords?: Keyword[];
  hangup_phrases: string[];
  /** When the caller hangs up, may hang up, or stays silent. Absent if the record has no instructions. */
  instructions?: Instruction[];
  /** What it says as it hangs up. */
  farewell?: string;
  /** The caller never hangs up by itself. */
  stays?: true;
  /** The caller presses keys when asked to: it is on a line, and the record allows it. */
  presses_keys?: true;
  replay: { mode: ReplayMode; lines: ReplayLine[] };
  style: Style;
  hangup_on_transfer?: boolean;
  /**
   * For how many turns in a row the caller may have no answer before it gives up. If absent, only `max_turns`
   * limits it.
   */
  patience?: number;
  /** The day and the time that the caller takes if the first ones are not available. */
  second?: SecondChoice;
  limits: { max_turns: number; max_duration_ms: number; silence_timeout_ms: number };
  report: {
    /**
     * Fields and traits (`traits.<name>`) that were set and have no effect. A value that is unknown is marked
     * as such.
     */
    unused_offline: string[];
    inactive_scripted_responses: InactiveResponse[];
  };
}

interface Style {
  creativity: number;
  verbosity: Verbosity;
  fluency: Fluency;
  traits: TraitName[];
}

/**
 * Prepares a digital human: what it wants and knows, how it speaks, and which of its fields have no effect.
 */
export function prepareCaller(whole: DigitalHuman, options: CallerOptions = {}): Caller {
  const { record: digital_human, left_out } = takenIn(whole);
  const language = languageOf(digital_human.language);
  const given = digital_human.traits ?? [];
  const traits = readTraits(
    given.filter((trait) => !isRoleTrait(trait)),
    language,
  );
  const allowsKeys = digital_human.allow_dtmf_tool !== false;
  const script = readScript(digital_human.scripted_responses ?? [], allowsKeys);
  const instructions = readInstructions(digital_human);
  const recorded = readTranscript(digital_human.formatted_transcript ?? []);
  const playback = recorded.length > 0 ? [] : readPlayback(digital_human.enriched_playback ?? []);
  const transcript = [...recorded, ...playback];
  // On a line, the caller interrupts with these, so it has said them before its turn comes.
  const keywords = options.on_line ? [] : keywordsOf(digital_human.interruptions);
  const { second, rest } = readSecondChoice(digital_human.role_description ?? "");
  const speaking = digital_human.speaks_first_config;
  const message = speaking?.message?.trim() ?? "";
  const first_message = message === "" || speaking?.mode === "ai_generated" ? null : message;
  const role = inWords(roleOf(given, options.tools), language);
  const ofRecord = factsOfRecord(
    { ...digital_human, role_description: rest },
    traits.facts,
    transcript,
    language,
  );
  const factsWith = (errand: Errand | undefined) =>
    withErrand(ofRecord, errand, language).flatMap((fact) => saidAloud(fact, language));
  const facts = factsWith(role.errand);
  const later_facts =
    role.later_errand && changedWith(facts, factsWith(role.later_errand), role.later_errand);
  const deeds = deedsOf(role.errand, digital_human.expected_tool_calls);
  const read = readGoals(digital_human.intent ?? "", language, first_message ?? "");
  const goals =
    role.errand && language.code === "en"
      ? { ...read, goals: read.goals.map((goal) => withOwn(goal, facts)) }
      : read;
  return {
    version: CALLER_VERSION,
    ...goals,
    ...role,
    language: language.code,
    facts,
    ...(later_facts?.length === facts.length && { later_facts }),
    ...(deeds.length > 0 && { deeds }),
    speaks_first: speaking?.speaks_first ?? true,
    ...(speaking?.speaks_first === undefined &&
      options.opening_patience_ms && { opening_patience_ms: options.opening_patience_ms }),
    first_message,
    script: script.rules,
    ...(keywords.length > 0 && { keywords }),
    hangup_phrases: (digital_human.hangup_phrases ?? []).filter((phrase) => phrase.trim() !== ""),
    ...(instructions.list.length > 0 && { instructions: instructions.list }),
    ...(instructions.farewell && { farewell: instructions.farewell }),
    ...(instructions.stays && { stays: true as const }),
    ...(options.on_line && allowsKeys && { presses_keys: true as const }),
    replay: {
      mode: options.replay_mode ?? "smart",
      lines: unscripted(replayLines(transcript), [
        ...(playback.length > 0 ? [first_message] : []),
        ...script.rules.map(({ say }) => say),
      ]),
    },
    style: readStyle(digital_human, traits.styles),
    ...(options.hangup_on_transfer && { hangup_on_transfer: true }),
    ...(digital_human.generation && { patience: PATIENCE }),
    ...(second && { second }),
    limits: {
      max_turns: options.max_turns ?? TURNS_DEFAULT,
      max_duration_ms: options.max_duration_ms ?? DEFAULT_MAX_DURATION_MS,
      silence_timeout_ms: (digital_human.silence_timeout ?? DEFAULT_SILENCE_TIMEOUT_S) * 1000,
    },
    report: {
      unused_offline: [
        ...unknownValues(digital_human),
        ...left_out,
        ...unusedFields(digital_human, options.on_line ?? false, [
          ...instructions.unread,
          ...(playback.length === 0 ? (["enriched_playback"] as const) : []),
        ]),
        ...[...traits.unused, ...idleChanges(given, role, language)].map((name) => `traits.${name}`),
      ],
      inactive_scripted_responses: script.inactive,
    },
  };
}

/** A role with the words in which the caller says the lists of its errand. */
function inWords({ errand, later_errand, ...role }: Role, language: Language): Role {
  const said = (one: Errand) => ({ ...one, facts: withListsSaid(one.facts, language) });
  return {
    ...(errand && { errand: said(errand) }),
    ...(later_errand && { later_errand: said(later_errand) }),
    ...role,
  };
}

/** The facts after a change. What the intent says of a changed number, "two tickets", changes with it. */
function changedWith(before: readonly Fact[], after: readonly Fact[], { facts }: Errand): Fact[] {
  const changes = before.flatMap(({ value }, place) => {
    const later = after[place]?.value;
    const number = numberOf(value);
    return later === undefined || later === value || number === undefined ? [] : [{ number, later }];
  });
  const isOfErrand = ({ label }: Fact) =>
    facts.some(({ name, thing = name }) => fold(thing).replace(/[_\s]+/g, " ") === label);
  return after.map((fact) => {
    const change = changes.find(({ number }) => number === numberOf(fact.value));
    return change && fact.slot === "quantity" && !isOfErrand(fact) ? { ...fact, value: change.later } : fact;
  });
}

/** The names of traits that change no fact: there is none of that name, or the caller speaks another language than English. */
const idleChanges = (
  traits: readonly Trait[],
  { later_errand }: Role,
  { code }: Language,
): readonly string[] =>
  traits.flatMap(({ trait_name }) => {
    if (!trait_name.startsWith(CHANGES_MIND)) return [];
    const fact = trait_name.slice(CHANGES_MIND.length);
    return code === "en" && later_errand?.facts.some(({ name }) => name === fact) ? [] : [trait_name];
  });

function factsOfRecord(
  { intent, role_description, phone_number }: DigitalHuman,
  ofTraits: readonly Fact[],
  transcript: readonly { role: string; utterance: string }[],
  language: Language,
): Fact[] {
  const facts = [
    ...factsOf(intent ?? "", language),
    ...factsOf(role_description ?? "", language),
    ...ofTraits,
    ...factsOfDialogue(transcript, language),
  ].slice(0, FACTS_MAXIMUM);
  const knowsPhone = facts.some(({ slot }) => slot === "phone");
  if (phone_number && !knowsPhone)
    facts.push({ slot: "phone", label: "", value: phone_number, sentence: "" });
  return facts.filter(
    (fact, place) => !facts.some((other, at) => saysMore(other, fact) || (at < place && isSame(other, fact))),
  );
}

const isSame = (a: Fact, b: Fact) => a.slot === b.slot && a.value === b.value;
/** Whether the same value has a meaning in one place of the record and none in the other. */
const saysMore = (a: Fact, b: Fact) =>
  b.slot === null && b.label === "" && a.slot !== null && a.value === b.value;

function readStyle({ creativity, verbosity, fluency }: DigitalHuman, traits: TraitName[]): Style {
  return {
    creativity: creativity ?? DIGITAL_HUMAN_DEFAULTS.creativity,
    verbosity: verbosity === "low" || verbosity === "high" ? verbosity : "medium",
    fluency: fluency === "beginner" || fluency === "intermediate" ? fluency : "native",
    traits,
  };
}
