import { type Attribution, assignRoles } from "./assign-roles.ts";
import { cuesToEntries } from "./cues.ts";
import { jsonEntries } from "./json-entries.ts";
import { prefixedEntries } from "./prefixed-lines.ts";
import type { Entry, Role, Turn } from "./turn.ts";

export interface ParsedTranscript {
  format: "json" | "cues" | "prefixed" | "plain";
  attribution: Attribution;
  turns: Turn[];
}

/**
 * Reads a transcript in any usual notation: JSON, WebVTT, SRT, lines with speakers, and as the last resort plain lines
 * that take turns beginning with the agent (a single plain line is the user's). An empty text has no turns.
 */
export function parseTranscript(original: string): ParsedTranscript {
  const text = original.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const json = jsonEntries(text);
  if (typeof json === "string")
    return json === text ? read("plain", plainEntries(text)) : parseTranscript(json);
  if (json) return read("json", json);
  const cues = cuesToEntries(text);
  if (cues) return read("cues", cues);
  const prefixed = prefixedEntries(text);
  return prefixed ? read("prefixed", prefixed) : read("plain", plainEntries(text));
}

/** `formatted_transcript` of an `original_transcript` (E3, E4, E5). */
export function formatTranscript(original: string): { role: Role; utterance: string }[] {
  return parseTranscript(original).turns.map(({ role, utterance }) => ({ role, utterance }));
}

function read(format: ParsedTranscript["format"], entries: readonly Entry[]): ParsedTranscript {
  return { format, ...assignRoles(entries) };
}

function plainEntries(text: string): Entry[] {
  return text
    .split("\n")
    .map((line) => ({ speaker: null, utterance: line.trim().replace(/^[-–—•]\s*/, "") }))
    .filter((entry) => entry.utterance !== "");
}
