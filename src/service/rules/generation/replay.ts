import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { REPLAY_MODES } from "../../../contract/values.ts";
import { assignRoles } from "../../engine/transcript/assign-roles.ts";
import { formatTranscript } from "../../engine/transcript/parse.ts";
import { badRequest, notFound } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import { intentOf } from "../digital-humans/transcripts.ts";

type Request = NonNullable<Output<"GenerateDigitalHumans">["replay_transcript"]>[number];
type Mode = (typeof REPLAY_MODES)[number];

interface Transcripts {
  readonly original_transcript: string;
  readonly formatted_transcript: Output<"FormattedUtterance">[];
}

/** A recorded conversation that a digital human replays. */
export interface Replay extends Transcripts {
  readonly intent: string;
  readonly success_criteria: string;
  readonly replay_mode: Mode;
}

/**
 * Reads the transcripts to replay: text in any usual notation, or those of submitted calls. 404 for an unknown call;
 * 400 for a conversation in which nothing is said, and for a mode that there is not.
 */
export async function readReplays(
  db: Kysely<Database>,
  organization_id: string,
  requests: readonly Request[],
): Promise<Replay[]> {
  const named = requests.flatMap((request) => ("transcript" in request ? [] : [request.conversation_id]));
  const calls = await transcriptsOfCalls(db, organization_id, named);
  return requests.map((request, index) => {
    const place = `replay_transcript[${index}]`;
    const transcripts =
      "transcript" in request ? ofText(request.transcript) : ofCall(calls, request.conversation_id);
    if (transcripts.formatted_transcript.length === 0)
      throw badRequest(`${place} has no utterance to replay`);
    return {
      ...transcripts,
      intent: intentOf(transcripts.formatted_transcript),
      success_criteria: request.success_criteria ?? "",
      replay_mode: modeOf(request.mode ?? "smart", place),
    };
  });
}

function modeOf(mode: string, place: string): Mode {
  const known = REPLAY_MODES.find((candidate) => candidate === mode);
  if (!known)
    throw badRequest(`${place}: mode ${JSON.stringify(mode)} is not one of ${REPLAY_MODES.join(", ")}`);
  return known;
}

const ofText = (text: string): Transcripts => ({
  original_transcript: text,
  formatted_transcript: formatTranscript(text),
});

/** The original transcript of a call is written in lines with speakers, as its submission has none of its own. */
function ofCall(calls: ReadonlyMap<string, SubmittedTranscript>, conversation_id: string): Transcripts {
  const submitted = calls.get(conversation_id.toLowerCase());
  if (!submitted) throw notFound("call", conversation_id);
  const entries = submitted.map(({ speaker, utterance }) => ({
    speaker,
    utterance: utterance.replace(/\s+/g, " ").trim(),
  }));
  const { turns } = assignRoles(entries);
  return {
    original_transcript: turns.map(({ role, utterance }) => `${role}: ${utterance}`).join("\n"),
    formatted_transcript: turns.map(({ role, utterance }) => ({ role, utterance })),
  };
}

type SubmittedTranscript = readonly Pick<Output<"TranscriptEntryRequest">, "speaker" | "utterance">[];

/** Transcripts of submitted calls by call id; that of a call which came as a recording alone is empty. */
async function transcriptsOfCalls(
  db: Kysely<Database>,
  organization_id: string,
  call_ids: readonly string[],
): Promise<Map<string, SubmittedTranscript>> {
  const ids = [...new Set(call_ids.map((id) => id.toLowerCase()))];
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom("call")
      .select(["id", "submission"])
      .where("organization_id", "=", organization_id)
      .where("id", "in", chunk)
      .execute(),
  );
  return new Map(
    rows.map(({ id, submission }) => {
      const { transcript }: Pick<Output<"EvaluateRequest">, "transcript"> = JSON.parse(submission);
      return [id, transcript ?? []];
    }),
  );
}
