/** A call in the form of the hosted API, for webhooks. */
import type { Kysely } from "kysely";
import {
  metricRecords,
  metricsOf,
  publishCallEvaluation,
  type ReportedEvaluation,
} from "../published/evaluation.ts";
import type { Database } from "../store/schema.ts";
import { readHead, readSubmissionUpTo, type Submission } from "../submissions/submission.ts";

/** Larger submissions are not read again for an event, because others would have to wait. */
const READ_MAXIMUM = 64 * 1024;

/**
 * The submitted fields of a call and its results, without the transcript and the recording. `tool_calls`,
 * `events`, `tags`, and `metadata` are null if the submission is large.
 */
export async function publishedCall(db: Kysely<Database>, call_id: string, reported: ReportedEvaluation) {
  const row = await db
    .selectFrom("call")
    .select(["id", "agent_id", "status", "created_at", "start_time_utc", "submission_head"])
    .where("id", "=", call_id)
    .executeTakeFirstOrThrow();
  const head = await readHead(db, row);
  const records = await metricRecords(db, metricsOf([reported]));
  return {
    id: row.id,
    agent_id: String(row.agent_id),
    recording_url: head.recording_url ?? null,
    transcript_url: head.transcript_url ?? null,
    start_time_utc: row.start_time_utc,
    participants: head.participants,
    call_direction: head.call_direction,
    interface: head.interface,
    status: row.status,
    created_at: row.created_at,
    ...(await bulkOf(db, call_id)),
    evaluations: [publishCallEvaluation(row.id, reported, records)],
    conversation_ended_by: head.conversation_ended_by ?? null,
  };
}

async function bulkOf(db: Kysely<Database>, call_id: string) {
  const submission = await readSubmissionUpTo(db, call_id, READ_MAXIMUM);
  if (submission === undefined) return { tool_calls: null, events: null, tags: null, metadata: null };
  const { tool_calls, events, tags, metadata }: Submission = JSON.parse(submission);
  return {
    tool_calls: tool_calls ?? [],
    events: events ?? [],
    tags: tags ?? [],
    metadata: metadata ?? {},
  };
}
