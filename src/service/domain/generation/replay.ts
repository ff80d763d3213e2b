import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { ITEMS_MAXIMUM, REPLAY_MAXIMUM, REPLAY_MODES, REPLAYS_MAXIMUM } from "../../../contract/values.ts";
import { badRequest, notFound } from "../../errors.ts";
import type { Database } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import type { GenerationThread, RecordingText } from "./in-thread.ts";

type Request = NonNullable<Output<"GenerateDigitalHumans">["replay_transcript"]>[number];
type Mode = (typeof REPLAY_MODES)[number];

/**
 * Reads the transcripts to replay: text in any usual format, or those of submitted calls. 404 for an unknown
 * call. 400 if nothing is said, if it is too long, or for an unknown mode.
 */
export async function readReplays(
  { db, thread }: Pick<Store, "db"> & { readonly thread: GenerationThread },
  organization_id: string,
  requests: readonly Request[],
): Promise<RecordingText[]> {
  const recordings: RecordingText[] = [];
  let size = sizeOfTexts(requests);
  requireRoom(size);
  for (const [index, request] of requests.entries()) {
    const place = `replay_transcript[${index}]`;
    const replay_mode = modeOf(request.mode ?? "smart", place);
    const conversation_id = "transcript" in request ? null : request.conversation_id;
    const { recorded, turns, length, tool_calls_length } = await thread.readReplay(
      "transcript" in request
        ? { transcript: request.transcript }
        : { submission: await submissionOf(db, organization_id, request.conversation_id) },
    );
    if (turns === 0) throw badRequest(`${place} contains nothing to replay`);
    if (turns > ITEMS_MAXIMUM)
      throw badRequest(`${place} has ${turns} turns; a transcript to replay has at most ${ITEMS_MAXIMUM}`);
    if (length > REPLAY_MAXIMUM)
      throw badRequest(
        `${place} has ${length} characters; a transcript to replay has at most ${REPLAY_MAXIMUM}`,
      );
    if (conversation_id !== null) size += length + tool_calls_length;
    requireRoom(size);
    const success_criteria = request.success_criteria ?? "";
    recordings.push({ recorded, conversation_id, success_criteria, replay_mode });
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
  const replay_mode = REPLAY_MODES.find((candidate) => candidate === mode);
  if (!replay_mode)
    throw badRequest(`${place}: mode ${JSON.stringify(mode)} is not one of ${REPLAY_MODES.join(", ")}`);
  return replay_mode;
}

/** The submission of a call, as JSON. 404 for an unknown call. */
async function submissionOf(
  db: Kysely<Database>,
  organization_id: string,
  conversation_id: string,
): Promise<string> {
  const row = await db
    .selectFrom("call")
    .innerJoin("call_submission", "call_submission.call_id", "call.id")
    .select("submission")
    .where("organization_id", "=", organization_id)
    .where("id", "=", conversation_id.toLowerCase())
    .executeTakeFirst();
  if (!row) throw notFound("call", conversation_id);
  return row.submission;
}
