import { type Fields, isObject } from "../../contract/is-object.ts";
import { parseJson } from "../../contract/json.ts";
import { clockToMs, offsets } from "./offsets.ts";
import { isRoleWord } from "./speaker-labels.ts";
import type { Entry } from "./turn.ts";

const LIST_KEYS = [
  "transcript",
  "formattedtranscript",
  "messages",
  "turns",
  "utterances",
  "conversation",
  "entries",
  "segments",
  "dialogue",
  "dialog",
  "results",
];
const SPEAKER_KEYS = [
  "role",
  "speaker",
  "participantrole",
  "participantid",
  "from",
  "sender",
  "author",
  "participant",
  "speakerlabel",
  "speakername",
  "name",
  "type",
];
const TEXT_KEYS = ["utterance", "text", "content", "message", "transcript", "sentence", "value", "body"];
const START_MS_KEYS = ["startoffsetms", "startms", "beginoffsetmillis", "offsetms", "startoffset"];
const END_MS_KEYS = ["endoffsetms", "endms", "endoffsetmillis", "endoffset"];
const START_SECONDS_KEYS = ["start", "starttime", "secondsfromstart", "timestamp", "time"];
const END_SECONDS_KEYS = ["end", "endtime"];
// A number of seconds above this is a date, not a position in a conversation.
const LONGEST_SECONDS = 7 * 24 * 3600;

/** The object with keys in one spelling: `startOffsetMs`, `start_offset_ms` and `StartOffsetMs` become `startoffsetms`. */
function foldKeys(object: Fields): Fields {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key.toLowerCase().replace(/[_\- ]/g, ""), value]),
  );
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) {
    const parts = value.map(textOf).filter((part) => part !== undefined && part !== "");
    return parts.length > 0 ? parts.join(" ") : undefined;
  }
  return isObject(value) ? firstText(foldKeys(value), TEXT_KEYS) : undefined;
}

function firstText(fields: Fields, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textOf(fields[key]);
    if (text !== undefined && text !== "") return text;
  }
  return undefined;
}

function offset(
  fields: Fields,
  msKeys: readonly string[],
  secondsKeys: readonly string[],
): number | undefined {
  for (const key of msKeys) if (typeof fields[key] === "number") return Math.round(fields[key]);
  for (const key of secondsKeys) {
    const value = fields[key];
    if (typeof value === "number" && value >= 0 && value < LONGEST_SECONDS) return Math.round(value * 1000);
    if (typeof value === "string" && clockToMs(value) !== undefined) return clockToMs(value);
  }
  return undefined;
}

function speakerOf(fields: Fields): string | null {
  for (const key of SPEAKER_KEYS) {
    const value = fields[key];
    if (typeof value === "number") return `Speaker ${value}`;
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    const inner = isObject(value) ? firstText(foldKeys(value), ["role", "name", "type"]) : undefined;
    if (inner !== undefined) return inner;
  }
  return null;
}

/** One entry of a conversation in JSON, whatever its keys are called. Undefined if it has no words. */
export function entryOf(value: unknown): Entry | undefined {
  if (!isObject(value)) return undefined;
  const only = Object.entries(value);
  const [pair] = only;
  // The short form {"agent": "Hello"}.
  if (only.length === 1 && pair && isRoleWord(pair[0]) && typeof pair[1] === "string")
    return { speaker: pair[0], utterance: pair[1].trim() };
  const fields = foldKeys(value);
  const utterance = firstText(fields, TEXT_KEYS);
  if (utterance === undefined) return undefined;
  return {
    speaker: speakerOf(fields),
    utterance,
    ...offsets(
      offset(fields, START_MS_KEYS, START_SECONDS_KEYS),
      offset(fields, END_MS_KEYS, END_SECONDS_KEYS),
    ),
  };
}

/**
 * The list of entries inside a parsed JSON value: the value itself, or a list under a usual key, at most
 * three levels down.
 */
function listIn(value: unknown, depth = 0): readonly unknown[] | string | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth === 3) return undefined;
  const fields = foldKeys(value);
  for (const key of LIST_KEYS) {
    const inner = fields[key];
    if (typeof inner === "string" && inner.trim() !== "") return inner;
    const list = listIn(inner, depth + 1);
    if (list !== undefined) return list;
  }
  return undefined;
}

/** The value of a text that is JSON or JSON Lines. Undefined if it is neither. */
export function jsonValue(text: string): unknown {
  const trimmed = text.trim();
  if (!/^[[{"]/.test(trimmed)) return undefined;
  const value = parseJson(trimmed);
  if (value !== undefined) return value;
  const lines = trimmed
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parseJson);
  return lines.every(isObject) ? lines : undefined;
}

/**
 * Entries of a transcript in JSON: an array of objects, such an array inside an object, or a single entry. A
 * string if the JSON only wraps text (`{"transcript": "Agent: …"}`, `["Agent: …", …]`). Undefined if it has
 * neither.
 */
export function entriesIn(value: unknown): Entry[] | string | undefined {
  if (typeof value === "string") return value;
  const list = isObject(value) ? (listIn(value) ?? [value]) : listIn(value);
  if (list === undefined || typeof list === "string") return list;
  if (list.length > 0 && list.every((item) => typeof item === "string")) return list.join("\n");
  return list.map(entryOf).filter((entry) => entry !== undefined);
}
