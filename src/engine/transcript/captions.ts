/**
 * WebVTT and SubRip, read with media-captions. This file loads that library, so import it only for captions.
 */
import {
  ParseErrorCode,
  parseTextStream,
  parseVTTTimestamp,
  tokenizeVTTCue,
  type VTTCue,
  type VTTNode,
} from "media-captions";
import { FAULTS_MAXIMUM } from "../../contract/limits.ts";
import { joinEntries } from "./join.ts";
import { labelled, speakersAmong } from "./prefixed-lines.ts";
import { roleOfLabel } from "./speaker-labels.ts";
import type { Entry } from "./turn.ts";

/** A line that cannot be read, counted from 1. */
export interface Fault {
  readonly line: number;
  readonly message: string;
}

/**
 * Entries in the order of time. A voice tag (`<v Name>`) or a label (`Name: `) says who speaks. A cue without
 * either continues the previous speaker. If the file names only one speaker, such a cue is the other's. If it
 * names no speaker at all, only the dashes of a dialogue separate two. Cues that cannot be read are reported
 * as faults and left out.
 */
export async function readCaptions(text: string): Promise<{ entries: Entry[]; faults: Fault[] }> {
  const faults: Fault[] = [];
  const type = text.trimStart().startsWith("WEBVTT") ? "vtt" : "srt";
  let suspects = 0;
  const lines = text.split("\n").map((line, at) => {
    const tidy = tidyTiming(line, at + 1, faults);
    // Each fault costs media-captions an Error with its stack, and a file may consist only of faults.
    return isSuspect(tidy) && ++suspects > FAULTS_MAXIMUM ? "" : tidy;
  });
  const { cues, errors } = await parseTextStream(streamOf(lines), { type, errors: true });
  for (const { code, line, message } of errors)
    if (code === ParseErrorCode.BadTimestamp)
      faults.push({ line, message: message.replace(/ on line \d+$/, "") });
  const parts = cues.toSorted((a, b) => a.startTime - b.startTime).flatMap(partsOf);
  const entries = joinEntries(toEntries(parts).map(({ dash: _, ...entry }) => entry));
  return { entries, faults: faults.toSorted((a, b) => a.line - b.line) };
}

/** Line by line, because a stream that contains all the lines becomes slower with every line. */
function streamOf(lines: readonly string[]): ReadableStream<string> {
  let at = 0;
  return new ReadableStream<string>({
    pull(controller) {
      const line = lines[at++];
      if (line === undefined) controller.close();
      else controller.enqueue(line);
    },
  });
}

const TIMING = /^\s?([\d:.,]{4,16}) ?--> ?([\d:.,]{4,16})(?: |$)/;

/**
 * A line that media-captions can read in bounded time, without anything that it would lose or mistake for
 * words. Removes runs of spaces and positions after the times (where to show the text), and refuses cues
 * without length.
 */
function tidyTiming(line: string, number: number, faults: Fault[]): string {
  if (!line.includes("-->")) return line.trim() === "" ? "" : line;
  const tidy = line.replace(/\s+/g, " ");
  const [, start, end] = TIMING.exec(tidy) ?? [];
  if (!start || !end) return tidy.trim();
  const [from, to] = [secondsOf(start), secondsOf(end)];
  if (to < from && faults.length < FAULTS_MAXIMUM)
    faults.push({ line: number, message: `the cue ends before it begins: ${tidy.trim()}` });
  return to === from ? `${start} --> ${aMillisecondLater(to)}` : `${start} --> ${end}`;
}

/** Whether it has an arrow, but not two valid times around it. */
const isSuspect = (line: string) =>
  line.includes("-->") &&
  line.split(" --> ").some((clock) => parseVTTTimestamp(clock.replace(",", ".")) === null);

const secondsOf = (clock: string) =>
  clock
    .replace(",", ".")
    .split(":")
    .reduce((total, part) => total * 60 + Number(part), 0);

function aMillisecondLater(seconds: number): string {
  const ms = Math.round(seconds * 1000) + 1;
  const digits = (value: number, length: number) => String(Math.floor(value)).padStart(length, "0");
  const clock = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => digits(part, 2));
  return `${clock.join(":")}.${digits(ms % 1000, 3)}`;
}

/** The words of one voice in a cue, or one of its lines without a voice. */
interface Part {
  readonly voice: string | undefined;
  readonly words: string;
  /** The part begins its cue. */
  readonly first: boolean;
  readonly start_offset_ms: number;
  readonly end_offset_ms: number;
}

function partsOf(cue: VTTCue): Part[] {
  const { startTime, endTime } = cue;
  cue.text = tidyMarkup(cue.text);
  const times = {
    start_offset_ms: Math.round(startTime * 1000),
    end_offset_ms: Math.round(endTime * 1000),
  };
  return voicesOf(tokenizeVTTCue(cue))
    .flatMap(({ voice, words }) =>
      (voice === undefined ? words.split("\n") : [words]).map((line) => ({ voice, words: line })),
    )
    .map(({ voice, words }) => ({ voice, words: words.replace(/\s+/g, " ").trim(), ...times }))
    .filter(({ words }) => words !== "")
    .map((part, at) => ({ ...part, first: at === 0 }));
}

/** Removes tags that WebVTT does not have (`<font>`, `{\an8}`). A `<` that begins no tag stays text. */
function tidyMarkup(text: string): string {
  return text
    .replace(/\{\\an?\d\}/g, "")
    .replace(/<\/?(?!(?:c|i|b|u|v|ruby|rt|lang)[\s.>])[a-z][^<>]{0,200}>/gi, "")
    .replace(/<(?!\/?(?:c|i|b|u|v|ruby|rt|lang)[\s.>]|\/>|\d{2,}:)/g, "&lt;");
}

/**
 * The words of each voice, in order. Tags can be nested as deeply as a file is long, so this does not
 * recurse.
 */
function voicesOf(nodes: readonly VTTNode[]): { voice: string | undefined; words: string }[] {
  const parts: { voice: string | undefined; words: string }[] = [];
  const pending = nodes.map((node) => ({ node, voice: undefined as string | undefined })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, voice } = next;
    if (node.type !== "text") {
      const inner = node.type === "v" ? node.voice?.trim() || voice : voice;
      for (const child of node.children.toReversed()) pending.push({ node: child, voice: inner });
      continue;
    }
    const last = parts.at(-1);
    if (last && last.voice === voice) last.words += node.data;
    else parts.push({ voice, words: node.data });
  }
  return parts;
}

interface CueEntry extends Entry {
  /** The entry begins with a dash, which means another speaker. */
  readonly dash: boolean;
}

const DASH = /^[-–—]+\s*(?!\d)/;

function toEntries(parts: readonly Part[]): CueEntry[] {
  const heads = parts.map(({ voice, words }) => (voice === undefined ? labelled(words) : undefined));
  const named = parts.flatMap(({ voice }, at) => voice ?? heads[at]?.speaker ?? []);
  const speakers = speakersAmong(named);
  const entries: CueEntry[] = [];
  for (const [at, { voice, words, first, ...times }] of parts.entries()) {
    const head = heads[at];
    const last = entries.at(-1);
    if (voice !== undefined) entries.push({ speaker: voice, utterance: words, dash: false, ...times });
    else if (head && speakers.has(head.speaker))
      entries.push({ speaker: head.speaker, utterance: head.utterance, dash: false, ...times });
    else if (DASH.test(words))
      entries.push({ speaker: null, utterance: words.replace(DASH, ""), dash: true, ...times });
    else if (last && !first) last.utterance = `${last.utterance} ${words}`.trim();
    else entries.push({ speaker: null, utterance: words, dash: false, ...times });
  }
  return withSpeakers(entries);
}

/** Entries with a speaker each, if the file tells any apart. */
function withSpeakers(entries: readonly CueEntry[]): CueEntry[] {
  const named = [...new Set(entries.flatMap(({ speaker }) => speaker ?? []))];
  if (named.length === 0 && !entries.some(({ dash }) => dash)) return [...entries];
  let current = named.length === 0 ? SOMEONE : undefined;
  return entries.map((entry) => {
    if (entry.speaker !== null) current = entry.speaker;
    else if (named.length === 1) return { ...entry, speaker: otherThan(named[0] ?? SOMEONE, named) };
    else if (entry.dash) current = otherThan(current ?? SOMEONE, named);
    return { ...entry, speaker: current ?? otherThan(named[0] ?? SOMEONE, named) };
  });
}

const SOMEONE = "speaker 1";
const SOMEONE_ELSE = "speaker 2";

function otherThan(speaker: string, named: readonly string[]): string {
  const [first = SOMEONE, two] = named;
  if (two !== undefined && named.length === 2) return speaker === first ? two : first;
  const side = roleOfLabel(speaker);
  if (side === "AGENT") return "user";
  if (side === "USER") return "agent";
  return speaker === SOMEONE_ELSE ? SOMEONE : SOMEONE_ELSE;
}
