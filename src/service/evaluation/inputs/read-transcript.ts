import { z } from "zod";
import { TranscriptEntryRequest } from "../../../contract/schemas/evaluation.ts";
import type { TranscriptEntry } from "../../../engine/metrics/conversation.ts";
import { parseTranscript } from "../../../engine/transcript/parse.ts";
import { Unavailable } from "./unavailable.ts";

const Entries = z.array(TranscriptEntryRequest).min(1);
const Document = z.union([
  Entries,
  z.object({ transcript: Entries }).transform(({ transcript }) => transcript),
]);

/**
 * The entries of a JSON document: a list of `TranscriptEntryRequest`, or an object with one at `transcript`, as they
 * are; else what can be read of any usual notation. Throws `Unavailable` when it is no JSON or holds no entry.
 */
export function readTranscript(text: string): TranscriptEntry[] {
  const entries = Document.safeParse(parseJson(text));
  if (entries.success) return entries.data;
  const turns = parseTranscript(text).turns.map(({ role, ...turn }) => ({ speaker: role, ...turn }));
  if (turns.length === 0)
    throw new Unavailable("unreadable_transcript", "transcript_url: no entries are in it");
  return turns;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unavailable("unreadable_transcript", "transcript_url: the document is not JSON");
  }
}
