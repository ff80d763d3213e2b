/** Submitted calls in the form of the hosted API, with Parley's additional fields. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import {
  type MetricRecords,
  metricRecords,
  metricsOf,
  publishCallEvaluation,
  reportedOf,
} from "../../published/evaluation.ts";
import type { Database, Row } from "../../store/schema.ts";
import { type Submission, statedDuration } from "../../submissions/submission.ts";

type CallLog = Output<"CallLog">;
export type StoredCall = Row<"call"> & { readonly submission: string };

/** Finds the custom metrics of the verdicts. */
type FindRecords = (metric_ids: readonly string[]) => Promise<MetricRecords>;

/** Serializes large calls without blocking other work. */
export interface CallThread {
  /** The result of `writeCalls` in UTF-8. */
  writeCalls(rows: readonly StoredCall[], findRecords: FindRecords): Promise<Uint8Array>;
}

/** Up to this many characters, calls are serialized here, which takes a few milliseconds. */
const SMALL = 128 * 1024;

/** Calls in their order as JSON, separated by commas. Bytes if they are large. */
export async function publishCalls(
  { db, thread }: { readonly db: Kysely<Database>; readonly thread: CallThread },
  rows: readonly StoredCall[],
): Promise<string | Uint8Array> {
  const size = rows.reduce(
    (sum, { submission, evaluation }) => sum + submission.length + (evaluation?.length ?? 0),
    0,
  );
  const findRecords: FindRecords = (ids) => metricRecords(db, ids);
  return size <= SMALL ? writeCalls(rows, findRecords) : thread.writeCalls(rows, findRecords);
}

/** Each evaluation is read only once, because it may be larger than its call. */
export async function writeCalls(rows: readonly StoredCall[], findRecords: FindRecords): Promise<string> {
  const evaluations = rows.map(({ evaluation }): CallLog["evaluation"] =>
    evaluation === null ? null : JSON.parse(evaluation),
  );
  const records = await findRecords(metricsOf(evaluations));
  return rows.map((row, at) => JSON.stringify(publishCall(row, evaluations[at] ?? null, records))).join(",");
}

/** Submitted fields keep the names of the request. The call's own fields take precedence. */
function publishCall(row: StoredCall, evaluation: CallLog["evaluation"], records: MetricRecords): CallLog {
  const submission: Submission = JSON.parse(row.submission);
  return {
    ...submission,
    id: row.id,
    agent_id: String(row.agent_id),
    external_agent_id: submission.external_agent_id ?? null,
    status: row.status,
    created_at: row.created_at,
    start_time_utc: row.start_time_utc,
    participants: submission.participants.map(
      ({ spoke_first = null, name = null, phone_number = null, ...others }) => ({
        ...others,
        spoke_first,
        name,
        phone_number,
      }),
    ),
    call_direction: submission.call_direction ?? "INBOUND",
    interface: submission.interface ?? "PHONE",
    recording_url: submission.recording_url ?? null,
    transcript_url: submission.transcript_url ?? null,
    tool_calls: submission.tool_calls ?? null,
    events: submission.events ?? null,
    tags: submission.tags ?? null,
    metadata: submission.metadata ?? null,
    custom_metrics: submission.custom_metrics ?? null,
    conversation_ended_by: submission.conversation_ended_by ?? null,
    duration_ms: durationOf(evaluation, submission),
    evaluations: evaluation && [publishCallEvaluation(row.id, reportedOf(evaluation), records)],
    annotations: null,
    prompt_version: row.prompt_version,
    knowledge_base_version: row.knowledge_base_version,
    recording: row.recording === null ? null : JSON.parse(row.recording),
    evaluation,
  };
}

/** The length of the recording, else what the call's platform states, else the last end of speech. */
function durationOf(evaluation: CallLog["evaluation"], submission: Submission): number | null {
  if (!evaluation) return null;
  if (evaluation.recording && "duration_ms" in evaluation.recording) return evaluation.recording.duration_ms;
  const stated = statedDuration(submission);
  if (stated !== null) return stated;
  const duration = evaluation.metrics.find(({ id }) => id === "call_duration");
  return typeof duration?.value === "number" ? Math.round(duration.value) : null;
}
