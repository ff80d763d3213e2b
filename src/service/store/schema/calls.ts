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
  start_time_utc: Fixed<string>;
  prompt_version: number | null;
  knowledge_base_version: number | null;
  /** JSON: see `SubmissionHead`; null in rows older than the column. */
  submission_head: Fixed<string | null>;
  /** JSON { media_type, bytes, sha256 } or null. */
  recording: string | null;
  /** Key of the blob with the recording's bytes. */
  recording_key: string | null;
  /** JSON, null until it is evaluated. */
  evaluation: string | null;
  /** What its verdicts come to; null until it is evaluated, and if they pass or fail nothing. */
  outcome: (typeof OUTCOMES)[number] | null;
  created_at: Fixed<string>;
  /** Unique in the organization. */
  idempotency_key: Fixed<string | null>;
  /** How often the submission was changed; an evaluation of an older one is made again. */
  revision: Generated<number>;
}

/** The tags of calls, each once. */
interface CallTagTable {
  call_id: Fixed<string>;
  tag: Fixed<string>;
}

/** In a table of its own: SQLite writes a changed row as a whole. */
interface CallSubmissionTable {
  call_id: Fixed<string>;
  /** JSON: the request without the recording's bytes. */
  submission: string;
}

/** What is kept of a span that an agent exported. */
interface TraceSpanTable {
  organization_id: Fixed<string>;
  trace_id: Fixed<string>;
  span_id: Fixed<string>;
  /** JSON: `KeptSpan`. */
  record: string;
  created_at: Fixed<string>;
}

/** The outline of a recording, made once. */
interface RecordingPeaksTable {
  call_id: Fixed<string>;
  /** The blob that it was made from. */
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
