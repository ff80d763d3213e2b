/** Calls that a run submits, before their files are looked at. */
import type { CallFields, CallFiles } from "../../calls/submission.ts";
import type { Detail, Failure } from "../../failure.ts";

export interface PlannedCall {
  readonly fields: CallFields;
  readonly files: CallFiles;
  /** Absolute path that the journal stands beside. */
  readonly manifest: string;
  /** Where it is listed, as a person calls the file. */
  readonly file?: string;
  readonly line?: number;
  /** A failure of its files, as faults with their places. */
  toFaults(failure: Failure): Detail[];
}

/** What a person recognizes a call by: its recording or its transcript, else its own identifier or its start. */
export function keyOf({ fields, files }: PlannedCall): string {
  return (
    files.recording_file ??
    fields.recording_url ??
    files.transcript_file ??
    fields.transcript_url ??
    fields.trace_id ??
    fields.start_time_utc
  );
}
