/** Submitted calls as the hosted API publishes them, with what only Parley knows beside it. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { metricRecords, publishCallEvaluation } from "../../published/evaluation.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Submission } from "../../submissions/submission.ts";

type CallLog = Output<"CallLog">;
type Stored = Row<"call"> & { readonly submission: string };

/** Calls in their order. What was submitted is there under the names of the request; the call's own fields take precedence. */
export async function publishCalls(db: Kysely<Database>, rows: readonly Stored[]): Promise<CallLog[]> {
  const evaluations = rows.map(({ evaluation }): CallLog["evaluation"] =>
    evaluation === null ? null : JSON.parse(evaluation),
  );
  const records = await metricRecords(db, evaluations);
  return rows.map((row, index) => {
    const evaluation = evaluations[index] ?? null;
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
      duration_ms: durationOf(evaluation),
      evaluations: evaluation && [publishCallEvaluation(row.id, evaluation, records)],
      annotations: null,
      prompt_version: row.prompt_version,
      knowledge_base_version: row.knowledge_base_version,
      recording: row.recording === null ? null : JSON.parse(row.recording),
      evaluation,
    };
  });
}

function durationOf(evaluation: CallLog["evaluation"]): number | null {
  if (evaluation?.recording && "duration_ms" in evaluation.recording) return evaluation.recording.duration_ms;
  const found = evaluation?.metrics.find(({ id }) => id === "call_duration");
  return typeof found?.value === "number" ? Math.round(found.value) : null;
}
