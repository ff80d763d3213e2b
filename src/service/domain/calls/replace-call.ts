/** Replaces a stored call by a later version of it that says more. */

import type { Kysely } from "kysely";
import { conflict } from "../../errors.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { Database } from "../../store/schema.ts";
import type { StoredSubmission, SubmissionHead } from "../../submissions/submission.ts";
import { toUtc } from "../../time.ts";
import { SMALL_BODY } from "../../validation/read.ts";
import { isBeingEvaluated, queueAgain } from "./again.ts";
import { type CompareThread, longerCall, type Versions } from "./longer-call.ts";
import { type Recording, recordingColumns } from "./recording.ts";

/** How often a call may change while it is compared. Each time, it is compared again. */
const COMPARISONS = 10;

/** A stored call and a later version of it. */
export interface Comparison extends Versions {
  readonly call_id: string;
  /** The revision of the stored version. */
  readonly revision: number;
}

/** A call that may take the place of one revision of a stored call. */
export interface Longer extends Comparison {
  readonly longer: StoredSubmission;
}

/**
 * Compares versions of a call outside the transaction, which others wait for.
 * @param times how often this request has compared them
 * @returns undefined if the later one says no more
 * @throws Refused (409) if the stored call has changed each time
 */
export async function compareCalls(
  { thread }: { readonly thread: CompareThread },
  comparison: Comparison,
  times: number,
): Promise<Longer | undefined> {
  if (times > COMPARISONS)
    throw conflict(`call ${comparison.call_id} changes all the time; nothing was stored; send it again`);
  const { later, stored } = comparison;
  const is_small = later.length + stored.length <= SMALL_BODY;
  const longer = is_small ? longerCall({ later, stored }) : await thread.compare({ later, stored });
  return longer ? { ...comparison, longer } : undefined;
}

/**
 * Replaces a stored call. It is then evaluated again; an evaluation in progress notices the new revision.
 * @returns whether the stored call was still the one that was compared
 */
export async function replaceCall(
  transaction: Kysely<Database>,
  service: Jobs,
  { call_id, revision, longer }: Longer,
  recording: Recording | null,
): Promise<boolean> {
  const { start_time_utc }: SubmissionHead = JSON.parse(longer.head);
  const call = await transaction
    .updateTable("call")
    .set({
      submission_head: longer.head,
      start_time_utc: toUtc(start_time_utc),
      revision: revision + 1,
    })
    .where("id", "=", call_id)
    .where("revision", "=", revision)
    .returning(["status", "recording_key"])
    .executeTakeFirst();
  if (!call) return false;
  await transaction
    .updateTable("call_submission")
    .set({ submission: longer.text })
    .where("call_id", "=", call_id)
    .execute();
  if (recording && call.recording_key === null)
    await transaction
      .updateTable("call")
      .set(recordingColumns(recording))
      .where("id", "=", call_id)
      .execute();
  if (!isBeingEvaluated(call)) await queueAgain(transaction, service, call_id);
  return true;
}
