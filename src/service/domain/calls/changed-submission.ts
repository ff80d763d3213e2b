/** A stored submission with other fields. It needs no store, so a thread can make it. */

/** Makes changed submissions without blocking other work. */
export interface ChangeThread {
  /** As `changedSubmission`. */
  changeSubmission(change: SubmissionChange): Promise<string>;
}

/** Both are JSON: a `Submission`, and some of its fields. */
export interface SubmissionChange {
  readonly stored: string;
  readonly changes: string;
}

/** A submission with other fields, as JSON. */
export const changedSubmission = ({ stored, changes }: SubmissionChange): string =>
  JSON.stringify({ ...JSON.parse(stored), ...JSON.parse(changes) });
