/** The calls that a run will submit, before their files are checked. */

import type { Detail, Failure } from "../../../../lib/failure.ts";
import type { CallFields, CallFiles } from "../../../calls/submission.ts";

export interface PlannedCall {
  readonly fields: CallFields;
  readonly files: CallFiles;
  /** Absolute path next to which the journal is kept. */
  readonly manifest: string;
  /** The file that lists the call, as a person names it. */
  readonly file?: string;
  readonly line?: number;
  /** What people call it, if its files and fields are not the best name. */
  readonly name?: string;
  /**
   * Made from another platform's id: the call keeps this key in whatever file, folder or request it comes
   * again.
   */
  readonly idempotency_key?: string;
  /** Turns a failure in its files into faults with positions. */
  toFaults(failure: Failure): Detail[];
}

/** The calls that were found, and the faults of those that cannot be sent. */
export interface PlannedCalls {
  readonly calls: readonly PlannedCall[];
  readonly faults: readonly Detail[];
  /** The calls. Some may have an entry in `faults`, and checking their files may find more. */
  readonly rest?: readonly PlannedCall[];
  /** A fault may concern calls that look sound. */
  readonly isUncertain?: boolean;
  /** Anything else that prevents sending the calls, such as a missing agent. */
  readonly besides?: Failure | undefined;
}

/** What a person recognizes a call by: its recording or transcript, else its identifier or its start time. */
export function keyOf({ fields, files, name }: PlannedCall): string {
  return (
    name ??
    files.recording_file ??
    fields.recording_url ??
    files.transcript_file ??
    fields.transcript_url ??
    fields.trace_id ??
    fields.start_time_utc
  );
}
