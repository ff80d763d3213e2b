import { redactValues } from "../../../engine/redaction/redact-values.ts";
import type { Submission } from "../../evaluation/submission.ts";

/**
 * A submission with personal data masked in everything that says what happened. What the service works with (ids,
 * addresses, times, labels, tags) stays as it is.
 */
export function redactSubmission(submission: Submission): Submission {
  const { participants, transcript, tool_calls, events, metadata } = submission;
  const redacted = redactValues({ participants, transcript, tool_calls, events, metadata });
  const given = Object.entries(redacted).filter(([, value]) => value !== undefined);
  return { ...submission, ...Object.fromEntries(given) };
}
