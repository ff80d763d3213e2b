/** A later version of a call of another platform, which may say more than the stored one. */
import { type StoredSubmission, type Submission, storedOf } from "../../submissions/submission.ts";

/** How the keys of calls from other platforms begin. Such a key says which call it is, not what the call says. */
export const isImportKey = (key: string | undefined): key is string => key?.startsWith("import/") === true;

/** Two versions of a call, as JSON: `Submission`. */
export interface Versions {
  readonly later: string;
  readonly stored: string;
}

/** Compares large versions without blocking other work. */
export interface CompareThread {
  /** As `longerCall`. */
  compare(versions: Versions): Promise<StoredSubmission | null>;
}

/** What to store in place of the stored version. Null if the later one says no more. */
export function longerCall(versions: Versions): StoredSubmission | null {
  const later: Submission = JSON.parse(versions.later);
  const stored: Submission = JSON.parse(versions.stored);
  return saysMore(later, stored) ? storedOf(merged(later, stored)) : null;
}

const wordsIn = ({ transcript }: Submission) =>
  (transcript ?? []).reduce((sum, { utterance }) => sum + utterance.length, 0);

/** Everything but the words. */
const partsOf = ({ tool_calls, events, recording_url, conversation_ended_by }: Submission) => [
  tool_calls?.length ?? 0,
  events?.length ?? 0,
  recording_url ? 1 : 0,
  conversation_ended_by ? 1 : 0,
];

/** More words, or the same words and more of something else and less of nothing. */
function saysMore(later: Submission, stored: Submission): boolean {
  const gained = wordsIn(later) - wordsIn(stored);
  if (gained !== 0) return gained > 0;
  const earlier = partsOf(stored);
  const differences = partsOf(later).map((count, index) => count - (earlier[index] ?? 0));
  return (
    differences.every((difference) => difference >= 0) && differences.some((difference) => difference > 0)
  );
}

/**
 * What people added to the stored call stays, and the label that selected its versions. So does its start, if the later
 * log does not say it.
 */
function merged(later: Submission, stored: Submission): Submission {
  const given = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
  const { start_time_assumed }: { readonly start_time_assumed?: unknown } = Object(
    later.metadata?.["source"],
  );
  return {
    ...stored,
    ...(Object.fromEntries(given) as Submission),
    label: stored.label,
    ...(start_time_assumed !== undefined && { start_time_utc: stored.start_time_utc }),
    metadata: { ...stored.metadata, ...later.metadata },
  };
}
