import { z } from "zod";
import { TranscriptEntryRequest } from "../../../contract/schemas/evaluation.ts";
import type { Side } from "../../../contract/values.ts";
import type { TranscriptEntry } from "../../../engine/metrics/conversation.ts";
import { withSides } from "../../../engine/transcript/assign-roles.ts";
import { parseTranscript } from "../../../engine/transcript/parse.ts";
import { entriesOf } from "../../../engine/transcript/turn.ts";
import type { Service } from "../../handler.ts";
import { unavailable } from "./fetch-recording.ts";
import { Unavailable } from "./unavailable.ts";

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** The transcript at a URL (`transcript_url` of E2), in any notation but plain text. Throws `Unavailable`. */
export async function fetchTranscript(
  { outbound }: Pick<Service, "outbound">,
  url: string,
  { spoke_first, signal }: { readonly spoke_first: Side | undefined; readonly signal: AbortSignal },
): Promise<TranscriptEntry[]> {
  const limits = { max_bytes: MAX_BYTES, timeout_ms: TIMEOUT_MS, signal };
  const bytes = await outbound.fetch(url, limits, whole).catch((error) => {
    throw unavailable(error, "transcript_url");
  });
  return readTranscript(bytes.toString("utf8"), spoke_first);
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

const Entries = z.array(TranscriptEntryRequest).min(1);
const Document = z.union([
  Entries,
  z.object({ transcript: Entries }).transform(({ transcript }) => transcript),
]);

/**
 * The entries of a JSON document in the API's own form (a list of `TranscriptEntryRequest`, or an object with one at
 * `transcript`) with all their fields; else what `parseTranscript` reads.
 */
async function readTranscript(text: string, spoke_first: Side | undefined): Promise<TranscriptEntry[]> {
  const own = Document.safeParse(jsonOf(text));
  if (own.success) return withSides(own.data, spoke_first).transcript;
  const { format, faults, turns } = await parseTranscript(text, { spoke_first });
  // Any page of text could be taken for a conversation.
  if (format === "prefixed" || format === "plain") throw unreadable("it is not JSON, WebVTT or SubRip");
  const [fault] = faults;
  if (fault) throw unreadable(`line ${fault.line}: ${fault.message}`);
  if (turns.length === 0) throw unreadable("no entries are in it");
  return entriesOf(turns);
}

const unreadable = (why: string) => new Unavailable("unreadable_transcript", `transcript_url: ${why}`);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
