/** Reads data of other platforms: every field may be missing, or have another type than documented. */

import { BodyScan } from "../../contract/body-scan.ts";
import { type Fields, isObject } from "../../contract/is-object.ts";
import { SUBMISSION_VALUES_MAXIMUM } from "../../contract/limits.ts";
import type { Side } from "../../contract/values.ts";
import type { Entry, Event, LoggedFields, ReportedLatency, ToolCall } from "./reader.ts";

/** The objects of a list; empty if it is not a list. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A non-empty text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

export const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

export const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.flatMap((item) => numberOf(item) ?? []) : [];

/** A log that its reader cannot read without guessing. The message says why. */
export class Unreadable extends Error {}

/** How many characters of a name from a log a message repeats. */
const SHOWN = 100;

/** @throws Unreadable: words of somebody who is neither side must not become anybody's, nor be lost */
export function unknownSpeaker(name: unknown, known_speakers: readonly string[]): never {
  const shown = (textOf(name) ?? "without a name").slice(0, SHOWN);
  throw new Unreadable(`it has words of an unknown speaker, ${shown} (known: ${known_speakers.join(", ")})`);
}

/** Whole milliseconds. */
export function secondsToMs(seconds: unknown): number | undefined {
  const value = numberOf(seconds);
  return value === undefined ? undefined : Math.round(value * 1000);
}

/** A point in time in milliseconds since 1970: ISO 8601, or a number of seconds or milliseconds since 1970. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value === "string") {
    // Without an offset, it would be read as local time.
    const zoned = /[zZ]$|[+-]\d\d:?\d\d$/.test(value) ? value : `${value}Z`;
    const time = Date.parse(zoned);
    return Number.isNaN(time) ? undefined : time;
  }
  const number = numberOf(value);
  if (number === undefined || number < 1e8) return undefined;
  return number < 1e11 ? number * 1000 : number;
}

/** The format of E2, or undefined if the moment is outside the range of dates. */
export function isoOf(moment: number | undefined): string | undefined {
  if (moment === undefined) return undefined;
  const date = new Date(Math.round(moment));
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString() : undefined;
}

/**
 * The value of a text that is JSON, otherwise the text. JSON that exceeds the limits of a body stays a text,
 * because it could not be sent as JSON.
 */
function jsonOf(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{"\d-]|^\s*(?:true|false|null)\s*$/.test(value)) return value;
  if (new BodyScan(SUBMISSION_VALUES_MAXIMUM).read(Buffer.from(value))) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** A tool's arguments. Vendors write them as an object or as JSON. Any other value is kept as `arguments`. */
function parametersOf(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null || value === "") return {};
  const read = jsonOf(value);
  return isObject(read) ? { ...read } : { arguments: read };
}

/** An entry of the transcript. It has only the offsets that are known and valid. */
export function said(speaker: Side, utterance: string, start?: number, end?: number): Entry {
  const from = isOffset(start) ? { start_offset_ms: start } : {};
  const to = isOffset(end) && (start === undefined || end >= start) ? { end_offset_ms: end } : {};
  return { ...from, ...to, speaker, utterance };
}

const isOffset = (offset: number | undefined): offset is number =>
  offset !== undefined && Number.isSafeInteger(offset) && offset >= 0;

interface Called {
  readonly name: string | undefined;
  readonly parameters: unknown;
  readonly start?: number | undefined;
  readonly output?: unknown;
  /** The vendor says that the tool failed. */
  readonly failed?: boolean;
}

/** A tool call. Empty without a name. E2 counts offsets of tool calls from 1. */
export function called({ name, parameters, start, output, failed = false }: Called): ToolCall[] {
  if (name === undefined) return [];
  const result = jsonOf(output);
  const outcome = failed
    ? { is_error: true, ...(isObject(result) ? result : { output: result ?? null }) }
    : result;
  return [
    {
      name,
      ...(isOffset(start) && { start_offset_ms: Math.max(1, start) }),
      parameters: parametersOf(parameters),
      ...(outcome !== undefined && { output: outcome }),
    },
  ];
}

interface Happened {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly description?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

/** An event. It has only what is known. */
export function event(title: string, { start, end, description, metadata = {}, tags }: Happened = {}): Event {
  return {
    title,
    ...(isOffset(start) && { start_offset_ms: start }),
    ...(isOffset(end) && end >= (start ?? 0) && { end_offset_ms: end }),
    ...(description !== undefined && { description }),
    ...(tags && { tags: [...tags] }),
    ...(Object.keys(metadata).length > 0 && { metadata: { ...metadata } }),
  };
}

/** Leaves out the named fields, and those that are null. */
export function without(value: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, item]) => !names.includes(name) && item !== null && item !== undefined,
    ),
  );
}

/** The components that have values. */
export function latencyOf(latency: ReportedLatency): ReportedLatency | undefined {
  const measured = Object.entries(latency).filter(([, values]) => values.length > 0);
  return measured.length > 0 ? Object.fromEntries(measured) : undefined;
}

/** The two sides of a call, with what is known of them, and who has called whom. */
export const sidesOf = (known: {
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  /** The name of the person. */
  readonly name?: string | undefined;
  readonly isOutbound: boolean;
}): Pick<LoggedFields, "participants" | "call_direction"> => ({
  participants: [
    { role: "AGENT", ...(known.ours !== undefined && { phone_number: known.ours }) },
    {
      role: "USER",
      ...(known.name !== undefined && { name: known.name }),
      ...(known.theirs !== undefined && { phone_number: known.theirs }),
    },
  ],
  call_direction: known.isOutbound ? "OUTBOUND" : "INBOUND",
});

/** Names under which loggers keep the time of a message. */
export const STAMPS = ["timestamp", "received_at", "created_at", "time"];

/** When a message was sent or arrived, according to the logger. For protocols that have no times. */
export const stampOf = (message: Fields): number | undefined =>
  STAMPS.map((name) => momentOf(message[name])).find((moment) => moment !== undefined);
