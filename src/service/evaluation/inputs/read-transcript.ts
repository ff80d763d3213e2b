import { z } from "zod";
import { accepts } from "../../../contract/accepts.ts";
import { parseJson } from "../../../contract/json.ts";
import { TranscriptEntryRequest } from "../../../contract/schemas/evaluation.ts";
import type { Side } from "../../../contract/values.ts";
import type { TranscriptEntry } from "../../../engine/metrics/conversation.ts";
import { withSides } from "../../../engine/transcript/assign-roles.ts";
import { parseTranscript } from "../../../engine/transcript/parse.ts";
import { entriesOf } from "../../../engine/transcript/turn.ts";
import { Unavailable } from "./unavailable.ts";

/** `accepts` does not collect faults, because a document of megabytes may consist only of faults. */
const Entries = z.array(TranscriptEntryRequest).min(1);
const Document = z.object({ transcript: Entries });

/**
 * The entries of a document in the API's own form (a list of `TranscriptEntryRequest`, or an object with one
 * at `transcript`), with all their fields. Otherwise, what `parseTranscript` reads, except plain text. Throws
 * `Unavailable`.
 */
export async function readTranscript(
  text: string,
  spoke_first: Side | undefined,
): Promise<TranscriptEntry[]> {
  const own = ownEntries(parseJson(text));
  if (own) return withSides(own, spoke_first).transcript;
  const { format, faults, turns } = await parseTranscript(text, { spoke_first });
  // Any text could look like a conversation.
  if (format === "prefixed" || format === "plain") throw unreadable("it is not JSON, WebVTT or SubRip");
  const [fault] = faults;
  if (fault) throw unreadable(`line ${fault.line}: ${fault.message}`);
  if (turns.length === 0) throw unreadable("it contains no entries");
  return entriesOf(turns);
}

function ownEntries(document: unknown): TranscriptEntry[] | undefined {
  if (accepts(Entries, document)) return document as TranscriptEntry[];
  return accepts(Document, document) ? (document as z.output<typeof Document>).transcript : undefined;
}

const unreadable = (why: string) => new Unavailable("unreadable_transcript", `transcript_url: ${why}`);
