import { isDeepStrictEqual } from "node:util";
import type { Output } from "../../../contract/types.ts";
import { intentFromTranscript } from "../../../engine/transcript/intent.ts";
import { formatTranscript } from "../../../engine/transcript/parse.ts";
import { roleOfLabel } from "../../../engine/transcript/speaker-labels.ts";
import type { DigitalHumanRecord } from "./record.ts";

type Utterance = Output<"FormattedUtterance">;
type Described = Pick<DigitalHumanRecord, "original_transcript" | "formatted_transcript"> & {
  intent?: string | null | undefined;
};

/**
 * Adds to a change of a digital human what follows from its transcript (E3, rule 5; E4 likewise, with nothing
 * stored): the formatted transcript, and the intent unless the change has one. If the original transcript is
 * already stored, nothing is derived again.
 */
export async function withDerived<T extends Described>(changes: T, stored: Described): Promise<T> {
  const transcripts = await transcriptsAfter(changes, stored);
  if (!transcripts) return changes;
  const before = {
    original_transcript: stored.original_transcript ?? null,
    formatted_transcript: stored.formatted_transcript ?? null,
  };
  // An empty intent requests the derived one, even if the transcript is already stored.
  const wanted = changes.intent !== undefined || !isDeepStrictEqual(transcripts, before);
  const formatted = transcripts.formatted_transcript ?? [];
  return changes.intent || !wanted || formatted.length === 0
    ? { ...changes, ...transcripts }
    : { ...changes, ...transcripts, intent: intentOf(formatted) };
}

/** Both transcripts after the change, or undefined if the change has neither. Null counts as omitted. */
async function transcriptsAfter(changes: Described, stored: Described) {
  const { original_transcript, formatted_transcript } = changes;
  if (original_transcript === undefined && formatted_transcript === undefined) return undefined;
  const original = original_transcript ?? null;
  if (formatted_transcript || original === null)
    return { original_transcript: original, formatted_transcript: formatted_transcript ?? null };
  const formatted =
    original === stored.original_transcript
      ? (stored.formatted_transcript ?? null)
      : await formatTranscript(original);
  return { original_transcript: original, formatted_transcript: formatted };
}

/**
 * Roles are free text in the API (`agent`, `customer`). Entries of roles that do not speak (system, tool) are
 * left out.
 */
export function intentOf(formatted: readonly Utterance[]): string {
  return intentFromTranscript(
    formatted.flatMap(({ role, utterance }) => {
      const side = roleOfLabel(role) ?? "USER";
      return side === "SILENT" ? [] : [{ role: side, utterance }];
    }),
  );
}
