import { redactValues } from "../../../engine/redaction/redact-values.ts";
import { HEAD_FIELDS, type Submission } from "../../submissions/submission.ts";

const WORKED_WITH: ReadonlySet<string> = new Set(
  HEAD_FIELDS.filter((field) => field !== "participants" && field !== "trace_id"),
);

/**
 * A submission with personal data masked in everything that says what happened, in the tags and the id that the caller chose, and in
 * fields that the contract does not know. What the service works with (ids, URLs, times, labels, tags of metrics) stays as it is.
 */
export function redactSubmission(submission: Submission): Submission {
  const redacted = Object.entries(submission).flatMap(([field, value]) =>
    WORKED_WITH.has(field) ? [[field, value]] : Object.entries(redactValues({ [field]: value })),
  );
  return Object.fromEntries(redacted);
}
