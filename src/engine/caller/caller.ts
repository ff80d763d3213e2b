import {
  DIGITAL_HUMAN_DEFAULTS,
  type Fluency,
  type LanguageCode,
  type ReplayMode,
  TURNS_DEFAULT,
  type Verbosity,
} from "../../contract/values.ts";
import type { DigitalHuman } from "./digital-human.ts";
import { type Fact, factsOf } from "./facts.ts";
import { factsOfDialogue } from "./facts-of-dialogue.ts";
import { type Goals, readGoals } from "./goal.ts";
import { type Instruction, readInstructions } from "./instructions.ts";
import { type Keyword, keywordsOf } from "./keywords.ts";
import type { Language, TraitName } from "./language.ts";
import { languageOf } from "./language.ts";
import { type ReplayLine, readPlayback, readTranscript, replayLines } from "./replay.ts";
import { type InactiveResponse, readScript, type ScriptedRule } from "./scripted-responses.ts";
import { readSecondChoice, type SecondChoice } from "./second-choice.ts";
import { readTraits } from "./traits.ts";
import { unknownValues, unusedFields } from "./unused-offline.ts";

/** Without a `silence_timeout` of its own a digital human waits half a minute for an answer. */
const DEFAULT_SILENCE_TIMEOUT_S = 30;
/** A generated digital human gives up when it has had nothing to say so often in a row. */
const PATIENCE = 3;
const DEFAULT_MAX_DURATION_MS = 30 * 60 * 1000;

export interface CallerOptions {
  /** Turns of the caller, silences included. */
  max_turns?: number;
  max_duration_ms?: number;
  /** Whether the caller is gone once the agent calls a tool that hands the conversation over. */
  hangup_on_transfer?: boolean;
  /** Default `smart`. */
  replay_mode?: ReplayMode;
  /** How long the agent may take to speak first, unless the record says who opens; default: no time at all. */
  opening_patience_ms?: number;
  /** It speaks on a line, where its voice is heard. */
  on_line?: boolean;
}

/** A digital human read once for a conversation. Plain JSON that never changes during the conversation. */
export interface Caller extends Goals {
  language: LanguageCode;
  facts: Fact[];
  speaks_first: boolean;
  /** With `speaks_first`: how long the caller waits for the agent before it opens. Absent: it opens at once. */
  opening_patience_ms?: number;
  /** The first message as its author wrote it; null to make one from the first goal. */
  first_message: string | null;
  script: ScriptedRule[];
  /** What keywords of the agent make the caller say; absent without any. */
  keywords?: Keyword[];
  hangup_phrases: string[];
  /** When it hangs up, may hang up, or stays silent; absent without any. */
  instructions?: Instruction[];
  /** What it says as it hangs up. */
  farewell?: string;
  /** It never hangs up by itself. */
  stays?: true;
  /** It presses keys when it is asked to: it is on a line, and may. */
  presses_keys?: true;
  replay: { mode: ReplayMode; lines: ReplayLine[] };
  style: Style;
  hangup_on_transfer?: boolean;
  /** How many turns in a row it may have no answer to give before it gives up; absent: to the limit of turns. */
  patience?: number;
  /** The day and the time that it takes if the first isn't available. */
  second?: SecondChoice;
  limits: { max_turns: number; max_duration_ms: number; silence_timeout_ms: number };
  report: {
    /** Fields and traits (`traits.<name>`) that were given and have no effect; of an unknown value, it says so. */
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

/** Reads a digital human: what it wants and knows, how it speaks, and what in its record has no effect. */
export function prepareCaller(digital_human: DigitalHuman, options: CallerOptions = {}): Caller {
  const language = languageOf(digital_human.language);
  const traits = readTraits(digital_human.traits ?? [], language);
  const allowsKeys = digital_human.allow_dtmf_tool !== false;
  const script = readScript(digital_human.scripted_responses ?? [], allowsKeys);
  const instructions = readInstructions(digital_human);
  const recorded = readTranscript(digital_human.formatted_transcript ?? []);
  const playback = recorded.length > 0 ? [] : readPlayback(digital_human.enriched_playback ?? []);
  const transcript = [...recorded, ...playback];
  // On a line it breaks in, and has said it before its turn comes.
  const keywords = options.on_line ? [] : keywordsOf(digital_human.interruptions);
  const { second, rest } = readSecondChoice(digital_human.role_description ?? "");
  const speaking = digital_human.speaks_first_config;
  const message = speaking?.message?.trim() ?? "";
  return {
    ...readGoals(digital_human.intent ?? "", language),
    language: language.code,
    facts: factsOfRecord({ ...digital_human, role_description: rest }, traits.facts, transcript, language),
    speaks_first: speaking?.speaks_first ?? true,
    ...(speaking?.speaks_first === undefined &&
      options.opening_patience_ms && { opening_patience_ms: options.opening_patience_ms }),
    first_message: message === "" || speaking?.mode === "ai_generated" ? null : message,
    script: script.rules,
    ...(keywords.length > 0 && { keywords }),
    hangup_phrases: (digital_human.hangup_phrases ?? []).filter((phrase) => phrase.trim() !== ""),
    ...(instructions.list.length > 0 && { instructions: instructions.list }),
    ...(instructions.farewell && { farewell: instructions.farewell }),
    ...(instructions.stays && { stays: true as const }),
    ...(options.on_line && allowsKeys && { presses_keys: true as const }),
    replay: {
      mode: options.replay_mode ?? "smart",
      lines: replayLines(transcript).filter(({ say }) => !script.rules.some((rule) => rule.say === say)),
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
        ...unusedFields(digital_human, options.on_line ?? false, [
          ...instructions.unread,
          ...(playback.length === 0 ? (["enriched_playback"] as const) : []),
        ]),
        ...traits.unused.map((name) => `traits.${name}`),
      ],
      inactive_scripted_responses: script.inactive,
    },
  };
}

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
  ];
  const knowsPhone = facts.some(({ slot }) => slot === "phone");
  if (phone_number && !knowsPhone)
    facts.push({ slot: "phone", label: "", value: phone_number, sentence: "" });
  return facts.filter(
    (fact, place) => !facts.some((other, at) => saysMore(other, fact) || (at < place && isSame(other, fact))),
  );
}

const isSame = (a: Fact, b: Fact) => a.slot === b.slot && a.value === b.value;
/** Whether the same value has a meaning in one place of the record and none in another. */
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
