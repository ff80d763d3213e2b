import { redactValues } from "../../../engine/redaction/redact-values.ts";
import type { Submission } from "../../submissions/submission.ts";

/**
 * A submission with personal data masked in everything that says what happened, and in the tags and the id that the caller chose. What
 * the service works with (ids, URLs, times, labels, tags of metrics) stays as it is.
 */
export function redactSubmission(submission: Submission): Submission {
  const { participants, transcript, tool_calls, events, metadata, tags, trace_id } = submission;
  const redacted = redactValues({ participants, transcript, tool_calls, events, metadata, tags, trace_id });
  const given = Object.entries(redacted).filter(([, value]) => value !== undefined);
  return { ...submission, ...Object.fromEntries(given) };
}
