import type { Side } from "../../contract/values.ts";
import { type Attribution, assignRoles, type Telling } from "./assign-roles.ts";
import type { Fault } from "./captions.ts";
import { entriesIn, jsonValue } from "./json-entries.ts";
import { prefixedEntries } from "./prefixed-lines.ts";
import type { Entry, Turn } from "./turn.ts";

export interface ParsedTranscript {
  /** `speech` is the answer of a speech-to-text service. `plain` has no speakers and no times. */
  format: "json" | "speech" | "captions" | "prefixed" | "plain";
  /** The speech-to-text service that produced the answer. */
  service?: string;
  attribution: Attribution;
  turns: Turn[];
  /** Parts that could not be read and are not in the turns. */
  faults: readonly Fault[];
}

const CUE_TIMES = /^[ \t]*[\d:.,]{4,16}[ \t]*-->[ \t]*[\d:.,]{4,16}/m;

/**
 * Reads a transcript in any usual format: the answer of a speech-to-text service, other JSON, WebVTT, SubRip,
 * lines with speakers, or, as a last resort, plain lines whose sides alternate, beginning with the agent (a
 * single plain line is the user's). An empty text has no turns. Every transcript goes through this function,
 * so that the same file always gives the same conversation.
 */
export async function parseTranscript(
  original: string,
  { spoke_first }: { readonly spoke_first?: Side | undefined } = {},
): Promise<ParsedTranscript> {
  const text = original.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const parsed = (
    format: ParsedTranscript["format"],
    entries: readonly Entry[],
    unnamed: NonNullable<Telling["unnamed"]>,
    faults: readonly Fault[] = [],
  ): ParsedTranscript => ({ format, ...assignRoles(entries, { spoke_first, unnamed }), faults });

  const value = jsonValue(text);
  if (value !== undefined) {
    const { readSpeech } = await import("./speech/formats.ts");
    const speech = readSpeech(value);
    if (speech?.entries.length)
      return { ...parsed("speech", speech.entries, "user"), service: speech.service };
    const entries = entriesIn(value);
    // The JSON only wraps text, which can again be in any format.
    if (typeof entries === "string" && entries !== text)
      return { ...(await parseTranscript(entries, { spoke_first })), format: "json" };
    if (Array.isArray(entries))
      return { ...parsed("json", entries, "alternate"), ...(speech && { service: speech.service }) };
  }
  if (text.trimStart().startsWith("WEBVTT") || CUE_TIMES.test(text)) {
    const { readCaptions } = await import("./captions.ts");
    const { entries, faults } = await readCaptions(text);
    return parsed("captions", entries, "user", faults);
  }
  const prefixed = prefixedEntries(text);
  return prefixed
    ? parsed("prefixed", prefixed, "alternate")
    : parsed("plain", plainEntries(text), "alternate");
}

/** `formatted_transcript` of an `original_transcript` (E3, E4, E5). */
export async function formatTranscript(original: string): Promise<{ role: Side; utterance: string }[]> {
  const { turns } = await parseTranscript(original);
  return turns.map(({ role, utterance }) => ({ role, utterance }));
}

function plainEntries(text: string): Entry[] {
  return text
    .split("\n")
    .map((line) => ({ speaker: null, utterance: line.trim().replace(/^[-–—•]\s*/, "") }))
    .filter((entry) => entry.utterance !== "");
}
