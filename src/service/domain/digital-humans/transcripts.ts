import { isDeepStrictEqual } from "node:util";
import { formatTranscript } from "../../../engine/transcript/parse.ts";
import { intentOf } from "./intent-of.ts";
import type { DigitalHumanRecord } from "./record.ts";

/** A text in any usual format, or the submission of a call as JSON. */
export type RecordedSource = { readonly transcript: string } | { readonly submission: string };

/** The contents of a recorded conversation, and their size. */
export interface ReplayRead {
  /** JSON: `Recorded`. */
  readonly recorded: string;
  readonly turns: number;
  /** Characters of its transcript. */
  readonly length: number;
  /** Characters of its tool calls. */
  readonly tool_calls_length: number;
}

/** Reads transcripts without blocking other work. */
export interface TranscriptThread {
  readReplay(source: RecordedSource): Promise<ReplayRead>;
}

type Turn = Awaited<ReturnType<typeof formatTranscript>>[number];
type Transcript = "original_transcript" | "formatted_transcript";
type Described = Pick<DigitalHumanRecord, Transcript> & {
  intent?: string | null | undefined;
};

/** The turns of an original transcript, and what its customer wants. */
interface ReadText {
  readonly turns: Turn[];
  readonly intent: string;
}
export type ReadTranscript = (original: string) => Promise<ReadText>;

const readHere: ReadTranscript = async (original) => {
  const turns = await formatTranscript(original);
  return { turns, intent: intentOf(turns) };
};

/** Up to this many characters, a transcript is read on the main thread, in less than 20 ms. */
const SMALL_TRANSCRIPT = 2000;

/** Reads a transcript. The thread reads a long one. */
export async function formattedIn(thread: TranscriptThread, transcript: string): Promise<ReadText> {
  if (transcript.length <= SMALL_TRANSCRIPT) return readHere(transcript);
  const { recorded } = await thread.readReplay({ transcript });
  const { formatted_transcript: turns, intent } = JSON.parse(recorded);
  return { turns, intent };
}

/** Reads long transcripts before the transaction, which others wait for. */
export async function readAhead(
  { thread }: { readonly thread: TranscriptThread },
  changes: readonly Pick<Described, Transcript>[],
): Promise<ReadTranscript> {
  const read = new Map<string, ReadText>();
  for (const { original_transcript: original, formatted_transcript } of changes)
    if (original && original.length > SMALL_TRANSCRIPT && !formatted_transcript && !read.has(original))
      read.set(original, await formattedIn(thread, original));
  return async (original) => read.get(original) ?? readHere(original);
}

/**
 * Adds to a change of a digital human what follows from its transcript (E3, rule 5; E4 likewise, with nothing
 * stored): the formatted transcript, and the intent unless the change has one. If the original transcript is
 * already stored, nothing is derived again.
 */
export async function withDerived<T extends Described>(
  changes: T,
  stored: Described,
  read: ReadTranscript = readHere,
): Promise<T> {
  const after = await transcriptsAfter(changes, stored, read);
  if (!after) return changes;
  const { intent, ...transcripts } = after;
  const before = {
    original_transcript: stored.original_transcript ?? null,
    formatted_transcript: stored.formatted_transcript ?? null,
  };
  // An empty intent requests the derived one, even if the transcript is already stored.
  const wanted = changes.intent !== undefined || !isDeepStrictEqual(transcripts, before);
  const formatted = transcripts.formatted_transcript ?? [];
  return changes.intent || !wanted || formatted.length === 0
    ? { ...changes, ...transcripts }
    : { ...changes, ...transcripts, intent: intent ?? intentOf(formatted) };
}

/** Both transcripts after the change, or undefined if the change has neither. Null counts as omitted. */
async function transcriptsAfter(
  changes: Described,
  stored: Described,
  read: ReadTranscript,
): Promise<(Pick<DigitalHumanRecord, Transcript> & { readonly intent?: string }) | undefined> {
  const { original_transcript, formatted_transcript } = changes;
  if (original_transcript === undefined && formatted_transcript === undefined) return undefined;
  const original = original_transcript ?? null;
  if (formatted_transcript || original === null)
    return { original_transcript: original, formatted_transcript: formatted_transcript ?? null };
  if (original === stored.original_transcript)
    return { original_transcript: original, formatted_transcript: stored.formatted_transcript ?? null };
  const { turns, intent } = await read(original);
  return { original_transcript: original, formatted_transcript: turns, intent };
}
