/** Calls that were submitted for evaluation, and traces. */
import type { Generated } from "kysely";
import type { CALL_STATUSES, OUTCOMES } from "../../../contract/values.ts";
import type { Fixed } from "./fixed.ts";

interface CallTable {
  /** Also the order of arrival. */
  seq: Generated<number>;
  id: Fixed<string>;
  organization_id: Fixed<string>;
  agent_id: Fixed<number>;
  status: (typeof CALL_STATUSES)[number];
  start_time_utc: string;
  /** The label that selected the versions, when the call was submitted. */
  label: Fixed<string>;
  prompt_version: number | null;
  knowledge_base_version: number | null;
  /** JSON: see `SubmissionHead`; null in rows older than the column. */
  submission_head: string | null;
  /** JSON { media_type, bytes, sha256 } or null. */
  recording: string | null;
  /** Key of the blob with the recording's bytes. */
  recording_key: string | null;
  /** JSON, null until it is evaluated. */
  evaluation: string | null;
  /** Its outcome by its verdicts; null until it is evaluated, and if no verdict passes or fails. */
  outcome: (typeof OUTCOMES)[number] | null;
  created_at: Fixed<string>;
  /** Unique in the organization. */
  idempotency_key: Fixed<string | null>;
  /** How often the submission was changed. An evaluation of an older revision runs again. */
  revision: Generated<number>;
}

/** The tags of calls, each once. */
interface CallTagTable {
  call_id: Fixed<string>;
  tag: Fixed<string>;
}

/** In a separate table, because SQLite writes a changed row as a whole. */
interface CallSubmissionTable {
  call_id: Fixed<string>;
  /** JSON: the request without the recording's bytes. */
  submission: string;
}

/** The stored part of a span that an agent exported. */
interface TraceSpanTable {
  organization_id: Fixed<string>;
  trace_id: Fixed<string>;
  span_id: Fixed<string>;
  /** JSON: `KeptSpan`. */
  record: string;
  created_at: Fixed<string>;
}

/** The waveform of a recording, computed once. */
interface RecordingPeaksTable {
  call_id: Fixed<string>;
  /** The blob that it was computed from. */
  recording_key: string;
  /** JSON. */
  peaks: string;
}

export interface CallTables {
  call: CallTable;
  call_submission: CallSubmissionTable;
  call_tag: CallTagTable;
  trace_span: TraceSpanTable;
  recording_peaks: RecordingPeaksTable;
}
