/** The calls that a run submits, before their files are checked. */
import type { CallFields, CallFiles } from "../../calls/submission.ts";
import type { Detail, Failure } from "../../failure.ts";

export interface PlannedCall {
  readonly fields: CallFields;
  readonly files: CallFiles;
  /** Absolute path that the journal is next to. */
  readonly manifest: string;
  /** The file that lists it, as a person names it. */
  readonly file?: string;
  readonly line?: number;
  /** What a person recognizes it by, if its files and fields do not say it best. */
  readonly name?: string;
  /** Another platform's id made it: the call is the same call in whatever file, folder or request it comes again. */
  readonly idempotency_key?: string;
  /** Turns a failure in its files into faults with positions. */
  toFaults(failure: Failure): Detail[];
}

/** The calls that were found, and the faults of those that cannot be sent. */
export interface PlannedCalls {
  readonly calls: readonly PlannedCall[];
  readonly faults: readonly Detail[];
  /** Calls with faults among `faults`; their files may have more. */
  readonly rest?: readonly PlannedCall[];
  /** A fault may concern calls that look sound. */
  readonly isUncertain?: boolean;
  /** What else keeps the calls from being sent, such as a missing agent. */
  readonly besides?: Failure | undefined;
}

/** What a person recognizes a call by: its recording or transcript, else its identifier or start time. */
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
