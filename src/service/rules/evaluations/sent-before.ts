import type { Kysely } from "kysely";
import { conflict } from "../../errors.ts";
import type { Submission } from "../../evaluation/submission.ts";
import type { Database } from "../../store/schema.ts";
import { redactSubmission } from "./redact-submission.ts";

interface Sent {
  readonly submission: Submission;
  /** Of the recording, where one was sent. */
  readonly sha256: string | undefined;
}

/**
 * The call that an earlier request with the same key stored. The index of the keys is unique: of two requests that are
 * under way at once, one stores the call and the other finds it.
 *
 * @throws Refused (409) where the key belongs to another call
 */
export async function findSentBefore(
  transaction: Kysely<Database>,
  organization_id: string,
  idempotency_key: string,
  { submission, sha256 }: Sent,
): Promise<string | undefined> {
  const call = await transaction
    .selectFrom("call")
    .innerJoin("call_submission", "call_submission.call_id", "call.id")
    .select(["call.id", "call.recording", "call_submission.submission"])
    .where("call.organization_id", "=", organization_id)
    .where("call.idempotency_key", "=", idempotency_key)
    .executeTakeFirst();
  if (!call) return undefined;
  const stored: { readonly sha256?: string } = JSON.parse(call.recording ?? "{}");
  const isSame =
    stored.sha256 === sha256 &&
    [submission, redactSubmission(submission)].some((one) => JSON.stringify(one) === call.submission);
  if (!isSame) throw conflict("this Idempotency-Key belongs to a different call, which is stored already");
  return call.id;
}
