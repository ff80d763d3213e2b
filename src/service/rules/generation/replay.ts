import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { REPLAY_MAXIMUM, REPLAY_MODES, REPLAYS_MAXIMUM } from "../../../contract/values.ts";
import { recordedToolCalls } from "../../../engine/generation/recorded-tool-calls.ts";
import type { Recording } from "../../../engine/generation/replay.ts";
import { assignRoles } from "../../../engine/transcript/assign-roles.ts";
import { formatTranscript } from "../../../engine/transcript/parse.ts";
import { badRequest, notFound } from "../../errors.ts";
import type { Database } from "../../store/schema.ts";
import { intentOf } from "../digital-humans/transcripts.ts";

type Request = NonNullable<Output<"GenerateDigitalHumans">["replay_transcript"]>[number];
type Mode = (typeof REPLAY_MODES)[number];

/** What was said, and which tools were called. */
type Recorded = Pick<
  Recording,
  "original_transcript" | "formatted_transcript" | "tool_calls" | "conversation_id"
>;

/**
 * Reads the transcripts to replay: text in any usual notation, or those of submitted calls. 404 for an unknown call;
 * 400 for a conversation in which nothing is said, one that is too long, or an unknown mode. Other requests
 * are served between one conversation and the next.
 */
export async function readReplays(
  db: Kysely<Database>,
  organization_id: string,
  requests: readonly Request[],
): Promise<Recording[]> {
  const recordings: Recording[] = [];
  let size = sizeOfTexts(requests);
  requireRoom(size);
  for (const [index, request] of requests.entries()) {
    await nextTurn();
    const place = `replay_transcript[${index}]`;
    const replay_mode = modeOf(request.mode ?? "smart", place);
    const recorded =
      "transcript" in request
        ? await ofText(request.transcript)
        : ofCall(await submissionOf(db, organization_id, request.conversation_id), request.conversation_id);
    await nextTurn();
    if (recorded.formatted_transcript.length === 0) throw badRequest(`${place} contains nothing to replay`);
    const { length } = recorded.original_transcript;
    if (length > REPLAY_MAXIMUM)
      throw badRequest(
        `${place} has ${length} characters; a transcript to replay has at most ${REPLAY_MAXIMUM}`,
      );
    if ("conversation_id" in request) size += length + JSON.stringify(recorded.tool_calls).length;
    requireRoom(size);
    recordings.push({
      ...recorded,
      intent: intentOf(recorded.formatted_transcript),
      success_criteria: request.success_criteria ?? "",
      replay_mode,
    });
  }
  return recordings;
}

const sizeOfTexts = (requests: readonly Request[]) =>
  requests.reduce((size, request) => size + ("transcript" in request ? request.transcript.length : 0), 0);

function requireRoom(size: number): void {
  if (size > REPLAYS_MAXIMUM)
    throw badRequest(
      `replay_transcript has more than ${REPLAYS_MAXIMUM} characters in all, the most that one request can replay`,
    );
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

/** Writes the original transcript of a call as lines with speakers, because its submission does not have one. */
function ofCall(submitted: Submission, conversation_id: string): Recorded {
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

/** The submission of a call; one with only a recording has no transcript. 404 for an unknown call. */
async function submissionOf(
  db: Kysely<Database>,
  organization_id: string,
  conversation_id: string,
): Promise<Submission> {
  const row = await db
    .selectFrom("call")
    .innerJoin("call_submission", "call_submission.call_id", "call.id")
    .select("submission")
    .where("organization_id", "=", organization_id)
    .where("id", "=", conversation_id.toLowerCase())
    .executeTakeFirst();
  if (!row) throw notFound("call", conversation_id);
  return JSON.parse(row.submission);
}
