import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { REPLAY_MODES } from "../../../contract/values.ts";
import { recordedToolCalls } from "../../../engine/generation/recorded-tool-calls.ts";
import type { Recording } from "../../../engine/generation/replay.ts";
import { assignRoles } from "../../../engine/transcript/assign-roles.ts";
import { formatTranscript } from "../../../engine/transcript/parse.ts";
import { badRequest, notFound } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import { intentOf } from "../digital-humans/transcripts.ts";

type Request = NonNullable<Output<"GenerateDigitalHumans">["replay_transcript"]>[number];
type Mode = (typeof REPLAY_MODES)[number];

/** What was said and called. */
type Recorded = Pick<
  Recording,
  "original_transcript" | "formatted_transcript" | "tool_calls" | "conversation_id"
>;

/**
 * Reads the transcripts to replay: text in any usual notation, or those of submitted calls. 404 for an unknown call;
 * 400 for a conversation in which nothing is said, and for a mode that there is not.
 */
export async function readReplays(
  db: Kysely<Database>,
  organization_id: string,
  requests: readonly Request[],
): Promise<Recording[]> {
  const named = requests.flatMap((request) => ("transcript" in request ? [] : [request.conversation_id]));
  const calls = await submissionsOf(db, organization_id, named);
  const recordings: Recording[] = [];
  for (const [index, request] of requests.entries()) {
    const place = `replay_transcript[${index}]`;
    const recorded =
      "transcript" in request ? await ofText(request.transcript) : ofCall(calls, request.conversation_id);
    if (recorded.formatted_transcript.length === 0) throw badRequest(`${place} has no utterance to replay`);
    recordings.push({
      ...recorded,
      intent: intentOf(recorded.formatted_transcript),
      success_criteria: request.success_criteria ?? "",
      replay_mode: modeOf(request.mode ?? "smart", place),
    });
  }
  return recordings;
}

function modeOf(mode: string, place: string): Mode {
  const known = REPLAY_MODES.find((candidate) => candidate === mode);
  if (!known)
    throw badRequest(`${place}: mode ${JSON.stringify(mode)} is not one of ${REPLAY_MODES.join(", ")}`);
  return known;
}

const ofText = async (text: string): Promise<Recorded> => ({
  original_transcript: text,
  formatted_transcript: await formatTranscript(text),
  tool_calls: recordedToolCalls(text),
  conversation_id: null,
});

/** The original transcript of a call is written in lines with speakers, as its submission has none of its own. */
function ofCall(calls: ReadonlyMap<string, Submission>, conversation_id: string): Recorded {
  const submitted = calls.get(conversation_id.toLowerCase());
  if (!submitted) throw notFound("call", conversation_id);
  const entries = (submitted.transcript ?? []).map(({ speaker, utterance }) => ({
    speaker,
    utterance: utterance.replace(/\s+/g, " ").trim(),
  }));
  const { turns } = assignRoles(entries);
  return {
    original_transcript: turns.map(({ role, utterance }) => `${role}: ${utterance}`).join("\n"),
    formatted_transcript: turns.map(({ role, utterance }) => ({ role, utterance })),
    tool_calls: (submitted.tool_calls ?? []).flatMap(({ name, parameters }) =>
      name ? [{ name, ...(parameters && { parameters }) }] : [],
    ),
    conversation_id,
  };
}

type Submission = Pick<Output<"EvaluateRequest">, "transcript" | "tool_calls">;

/** What was submitted of calls, by call id; a call that came as a recording alone has no transcript. */
async function submissionsOf(
  db: Kysely<Database>,
  organization_id: string,
  call_ids: readonly string[],
): Promise<Map<string, Submission>> {
  const ids = [...new Set(call_ids.map((id) => id.toLowerCase()))];
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom("call")
      .select(["id", "submission"])
      .where("organization_id", "=", organization_id)
      .where("id", "in", chunk)
      .execute(),
  );
  return new Map(rows.map(({ id, submission }) => [id, JSON.parse(submission)]));
}
