import { redactValues } from "../../../engine/redaction/redact-values.ts";
import { HEAD_FIELDS, type Submission } from "../../submissions/submission.ts";

const WORKED_WITH: ReadonlySet<string> = new Set(
  HEAD_FIELDS.filter((field) => field !== "participants" && field !== "trace_id"),
);

/**
 * A submission with personal data masked. This applies to everything that says what happened, to tags and the
 * caller's own id, and to fields that the contract does not know. Fields that the service itself uses (ids,
 * URLs, times, labels, tags of metrics) stay unchanged.
 */
export function redactSubmission(submission: Submission): Submission {
  const redacted = Object.entries(submission).flatMap(([field, value]) =>
    WORKED_WITH.has(field) ? [[field, value]] : Object.entries(redactValues({ [field]: value })),
  );
  return Object.fromEntries(redacted);
}
