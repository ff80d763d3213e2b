import { z } from "zod";
import { accepts } from "../../../contract/accepts.ts";
import { TranscriptEntryRequest } from "../../../contract/schemas/evaluation.ts";
import type { TranscriptEntry } from "../../../engine/metrics/conversation.ts";
import { parseTranscript } from "../../../engine/transcript/parse.ts";
import { Unavailable } from "./unavailable.ts";

/** `accepts` collects no faults: a document of megabytes may be nothing but faults. */
const Entries = z.array(TranscriptEntryRequest).min(1);
const Document = z.object({ transcript: Entries });

/**
 * The entries of a JSON document: a list of `TranscriptEntryRequest`, or an object with one at `transcript`, as they
 * are; else what can be read of any usual notation. Throws `Unavailable` when it is not JSON or holds no entry.
 */
export function readTranscript(text: string): TranscriptEntry[] {
  const document = parseJson(text);
  if (accepts(Entries, document)) return document as TranscriptEntry[];
  if (accepts(Document, document)) return (document as z.output<typeof Document>).transcript;
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
