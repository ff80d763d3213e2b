import { type ClockDrift, clockDrift } from "./audio/clock-drift.ts";
import { compareWordsWithSound, type WordsAndSound } from "./audio/words-and-sound.ts";
import {
  type ChannelSound,
  type ConversationInput,
  type Side,
  sideOf,
  type TranscriptEntry,
} from "./conversation.ts";
import type { HeardFact } from "./heard/heard-fact.ts";
import type { Fact, MetricReason, Warning } from "./metric-value.ts";
import { type Fillers, fillerSounds, findFillers } from "./text/fillers.ts";
import { findRepetitions, type Repetitions } from "./text/repetition.ts";
import { readWords, type SpokenWords } from "./text/spoken-words.ts";
import { compareWithReference, type WordErrors } from "./text/word-errors.ts";
import { analyseFloor, type Floor } from "./timing/floor.ts";
import { type PlacedEntry, placeEntries } from "./timing/place-entries.ts";
import { buildTimeline, itemsOfSegments, type Timeline } from "./timing/timeline.ts";
import { countTurns, type TurnCounts } from "./timing/turns.ts";
import { effectfulRule } from "./tools/effectful.ts";
import {
  type MadeCalls,
  type MatchedCalls,
  madeCalls,
  matchedCalls,
  type ToolOptions,
  toolStarts,
} from "./tools/tool-facts.ts";

/** Everything that metrics are computed from. Each fact is computed once. */
export interface Facts {
  input: ConversationInput;
  silence_threshold_ms: number;
  sound: Fact<Readonly<Record<Side, ChannelSound>>>;
  words_and_sound: Fact<Readonly<Record<Side, WordsAndSound & { clock_drift: ClockDrift | null }>>>;
  heard: Fact<readonly HeardFact[]>;
  timeline: Fact<Timeline>;
  floor: Fact<Floor>;
  turns: Fact<TurnCounts>;
  words: Fact<SpokenWords>;
  fillers: Fact<Fillers>;
  repetitions: Fact<Repetitions>;
  word_errors: Fact<WordErrors>;
  tool_starts: Fact<readonly number[]>;
  made_calls: Fact<MadeCalls>;
  matched_calls: Fact<MatchedCalls>;
}

export interface FactOptions extends ToolOptions {
  silence_threshold_ms: number;
}

function mapFact<T, R>(fact: Fact<T>, map: (value: T) => R): Fact<R> {
  return "missing" in fact ? fact : { value: map(fact.value) };
}

/** Gathers the facts of a conversation, and the defects of its data. */
export function gatherFacts(
  input: ConversationInput,
  options: FactOptions,
): { facts: Facts; data_quality: Warning[] } {
  const speakers = readSpeakers(input);
  const { entries, warnings } = placeEntries(input.transcript ?? [], speakers.sides);
  const timeline = timelineOf(input, entries, speakers.missing);
  const floor = mapFact(timeline, (known) =>
    analyseFloor(known, entries ?? [], input.events ?? [], input.call_end_ms ?? null),
  );
  const spoken = spokenOf(input, entries, speakers);
  const tools = toolFactsOf(input, options);
  const facts: Facts = {
    input,
    silence_threshold_ms: options.silence_threshold_ms,
    sound: input.sound ? { value: input.sound } : { missing: input.sound_missing ?? "missing_recording" },
    words_and_sound: wordsAndSoundOf(input, entries, speakers.missing),
    heard: input.heard ? { value: input.heard } : { missing: input.heard_missing ?? "missing_facts" },
    timeline,
    floor: mapFact(floor, (known) => known.floor),
    ...spoken,
    ...tools.facts,
  };
  const floorWarnings = "value" in floor ? floor.value.warnings : [];
  return {
    facts,
    data_quality: [...speakers.warnings, ...warnings, ...floorWarnings, ...tools.warnings],
  };
}

interface Speakers {
  /** The side of each entry. Incomplete if something is missing. */
  sides: Side[];
  missing: MetricReason | null;
  warnings: Warning[];
}

/** If any entry has no speaker, neither side can be measured. */
function readSpeakers({ transcript }: ConversationInput): Speakers {
  const sides: Side[] = [];
  if (!transcript?.length) return { sides, missing: "missing_transcript", warnings: [] };
  const indexes: number[] = [];
  transcript.forEach(({ speaker }, index) => {
    const side = sideOf(speaker);
    if (side === null) indexes.push(index);
    else sides[index] = side;
  });
  if (indexes.length === 0) return { sides, missing: null, warnings: [] };
  const message = "entries without speaker: nothing is computed from the transcript";
  return { sides, missing: "missing_speaker", warnings: [{ code: "missing_speaker", indexes, message }] };
}

function timelineOf(
  { segments, segments_missing }: ConversationInput,
  entries: readonly PlacedEntry[] | null,
  missing: MetricReason | null,
): Fact<Timeline> {
  if (!segments && missing !== null) return { missing: segments_missing ?? missing };
  const items = segments ? itemsOfSegments(segments) : entries;
  if (items === null) return { missing: segments_missing ?? "missing_offsets" };
  const timeline = buildTimeline(items);
  return timeline === null ? { missing: "no_speech" } : { value: timeline };
}

/** Words and sound are compared where a recording says who is heard, and a transcript who speaks, when. */
function wordsAndSoundOf(
  { sound, sound_missing, segments, segments_missing, transcript }: ConversationInput,
  entries: readonly PlacedEntry[] | null,
  missing: MetricReason | null,
): Facts["words_and_sound"] {
  if (!sound) return { missing: sound_missing ?? "missing_recording" };
  if (!segments) return { missing: segments_missing ?? "unassigned_channels" };
  if (missing !== null || entries === null) return { missing: missing ?? "missing_offsets" };
  const said = entries.filter(({ entry }) => /\S/.test(transcript?.[entry]?.utterance ?? ""));
  const of = (side: Side) => ({
    ...compareWordsWithSound(side, said, segments[side]),
    clock_drift: clockDrift(side, said, segments[side]),
  });
  return { value: { agent: of("agent"), user: of("user") } };
}

/**
 * Turns and words, in the order of their start offsets, or in the order of the list if offsets are missing.
 */
function spokenOf(
  { transcript, language, reference_transcript: reference }: ConversationInput,
  entries: readonly PlacedEntry[] | null,
  { sides, missing }: Speakers,
): Pick<Facts, "turns" | "words" | "fillers" | "repetitions" | "word_errors"> {
  if (!transcript || missing !== null) {
    const fact = { missing: missing ?? "missing_transcript" };
    return { turns: fact, words: fact, fillers: fact, repetitions: fact, word_errors: fact };
  }
  const order: readonly { entry: number; side: Side }[] =
    entries ?? sides.map((side, entry) => ({ entry, side }));
  const utterances = utterancesOf(transcript, order);
  const words = mapFact(utterances, (texts) => readWords(order, texts));
  const sounds = fillerSounds(language);
  return {
    turns: { value: countTurns(order) },
    words,
    fillers: sounds
      ? mapFact(words, (spoken_words) => findFillers(spoken_words, sounds))
      : { missing: "unsupported_language" },
    repetitions: mapFact(words, (spoken_words) => findRepetitions(spoken_words)),
    word_errors: wordErrorsOf(reference, utterances),
  };
}

/** The texts of the entries in a given order. Missing if any entry has none. */
function utterancesOf(
  transcript: readonly TranscriptEntry[],
  order: readonly { entry: number }[],
): Fact<readonly string[]> {
  const utterances: string[] = [];
  for (const { entry } of order) {
    const utterance = transcript[entry]?.utterance;
    if (typeof utterance !== "string") return { missing: "missing_utterance" };
    utterances.push(utterance);
  }
  return { value: utterances };
}

function wordErrorsOf(
  reference: string | null | undefined,
  utterances: Fact<readonly string[]>,
): Fact<WordErrors> {
  if (!reference) return { missing: "missing_reference_transcript" };
  return "missing" in utterances ? utterances : compareWithReference(reference, utterances.value);
}

function toolFactsOf(
  { tool_calls, expected_tool_calls, effectful_tools, read_only_tools }: ConversationInput,
  options: ToolOptions,
): { facts: Pick<Facts, "tool_starts" | "made_calls" | "matched_calls">; warnings: Warning[] } {
  if (!tool_calls) {
    const fact = { missing: "missing_tool_calls" as const };
    return { facts: { tool_starts: fact, made_calls: fact, matched_calls: fact }, warnings: [] };
  }
  const { starts, warnings } = toolStarts(tool_calls);
  const isEffectful = effectfulRule({ effectful: effectful_tools, read_only: read_only_tools });
  const made = madeCalls(tool_calls, isEffectful);
  const matched_calls: Fact<MatchedCalls> = expected_tool_calls
    ? matchedCalls(expected_tool_calls, made, isEffectful, options)
    : { missing: "missing_expected_tool_calls" };
  return { facts: { tool_starts: starts, made_calls: { value: made }, matched_calls }, warnings };
}
