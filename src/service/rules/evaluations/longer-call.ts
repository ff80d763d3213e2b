/** A later version of a call of another platform, which may say more than the stored one. */
import type { Kysely } from "kysely";
import type { Call, Service } from "../../handler.ts";
import type { Database } from "../../store/schema.ts";
import { readSubmission, type Submission, storedOf } from "../../submissions/submission.ts";
import { toUtc } from "../../time.ts";
import { isBeingEvaluated, queueAgain } from "./again.ts";
import { recordingColumns } from "./recording.ts";

/** How the keys of calls from other platforms begin. Such a key says which call it is, not what the call says. */
export const isImportKey = (key: string | undefined): key is string => key?.startsWith("import/") === true;

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
export function saysMore(later: Submission, stored: Submission): boolean {
  const gained = wordsIn(later) - wordsIn(stored);
  if (gained !== 0) return gained > 0;
  const before = partsOf(stored);
  const differences = partsOf(later).map((count, index) => count - (before[index] ?? 0));
  return differences.every((one) => one >= 0) && differences.some((one) => one > 0);
}

/** What people added to the stored call stays. So does its start, if the later log does not say it. */
function merged(later: Submission, stored: Submission): Submission {
  const given = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
  const { start_time_assumed }: { readonly start_time_assumed?: unknown } = Object(
    later.metadata?.["source"],
  );
  return {
    ...stored,
    ...(Object.fromEntries(given) as Submission),
    ...(start_time_assumed !== undefined && { start_time_utc: stored.start_time_utc }),
    metadata: { ...stored.metadata, ...later.metadata },
  };
}

/**
 * Replaces a stored call by a later version that says more. It is then evaluated again; an evaluation in progress
 * notices the new revision.
 * @param text the later submission as it would be stored
 * @returns whether it was replaced
 */
export async function replaceIfLonger(
  transaction: Kysely<Database>,
  service: Service,
  call_id: string,
  { text, upload }: { readonly text: string; readonly upload: Call<"evaluate">["upload"] },
  media_type: string | undefined,
): Promise<boolean> {
  const before: Submission = JSON.parse(await readSubmission(transaction, call_id));
  const later: Submission = JSON.parse(text);
  if (!saysMore(later, before)) return false;
  const submission = merged(later, before);
  const { head, text: submitted } = storedOf(submission);
  await transaction
    .updateTable("call_submission")
    .set({ submission: submitted })
    .where("call_id", "=", call_id)
    .execute();
  const call = await transaction
    .updateTable("call")
    .set((row) => ({
      submission_head: head,
      start_time_utc: toUtc(submission.start_time_utc),
      revision: row("revision", "+", 1),
    }))
    .where("id", "=", call_id)
    .returning(["status", "recording_key"])
    .executeTakeFirstOrThrow();
  if (upload && media_type !== undefined && call.recording_key === null)
    await transaction
      .updateTable("call")
      .set(recordingColumns({ media_type, ...upload }))
      .where("id", "=", call_id)
      .execute();
  if (!isBeingEvaluated(call)) await queueAgain(transaction, service, call_id);
  return true;
}
