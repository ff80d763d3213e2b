import type { Kysely } from "kysely";
import type { Upload } from "../../blobs/blobs.ts";
import { conflict } from "../../errors.ts";
import type { Database } from "../../store/schema.ts";
import { isImportKey } from "./longer-call.ts";

/** What tells a call that is sent from others. */
export interface SentCall {
  readonly organization_id: string;
  /** The header Idempotency-Key: calls with the same key are versions of one call. */
  readonly idempotency_key?: string | undefined;
  /** What was stored of its recording. */
  readonly upload?: Upload | undefined;
}

/** A call that an earlier request stored. */
export interface SentBefore {
  readonly call_id: string;
  /** The earlier request said the same. */
  readonly is_same: boolean;
  /** JSON: the stored `Submission`. */
  readonly stored: string;
  readonly revision: number;
}

/**
 * The call that an earlier request with the same key stored. The index of the keys is unique: if two requests
 * run at the same time, one stores the call and the other finds it.
 *
 * @param texts the possible stored forms of the submission: unchanged, and with personal data masked
 * @throws Refused (409) if the key belongs to another call; the key of another platform's call does not
 */
export async function findSentBefore(
  transaction: Kysely<Database>,
  { organization_id, idempotency_key, upload }: SentCall,
  texts: () => readonly (string | undefined)[],
): Promise<SentBefore | undefined> {
  if (idempotency_key === undefined) return undefined;
  const call = await transaction
    .selectFrom("call")
    .innerJoin("call_submission", "call_submission.call_id", "call.id")
    .select(["call.id", "call.recording", "call.revision", "call_submission.submission"])
    .where("call.organization_id", "=", organization_id)
    .where("call.idempotency_key", "=", idempotency_key)
    .executeTakeFirst();
  if (!call) return undefined;
  const { sha256 }: { readonly sha256?: string } = JSON.parse(call.recording ?? "{}");
  const is_same = sha256 === upload?.sha256 && texts().includes(call.submission);
  if (!is_same && !isImportKey(idempotency_key))
    throw conflict(`this Idempotency-Key belongs to a different call, ${call.id}, which is stored already`);
  return { call_id: call.id, is_same, stored: call.submission, revision: call.revision };
}
