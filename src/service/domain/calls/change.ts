import type { Kysely } from "kysely";
import { deletionOf } from "../../blobs/delete-blob.ts";
import type { Jobs } from "../../jobs/promised.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { type MaskThread, readSubmission } from "../../submissions/submission.ts";
import { SMALL_BODY } from "../../validation/read.ts";
import { redactsPii, requireAgent } from "../agents/lookup.ts";
import { maskFields } from "../masked-fields.ts";
import { type ChangeThread, changedSubmission } from "./changed-submission.ts";
import { requireCall } from "./lookup.ts";

type Changing = Pick<Store, "db"> & { readonly thread: ChangeThread & Pick<MaskThread, "mask"> };

/**
 * Makes the next version of a submission before the transaction, which others wait for. `store` returns false if the call
 * or its agent has been changed since. Undefined if nothing is to be changed.
 */
export async function changeAhead(
  service: Changing,
  organization_id: string,
  call_id: string,
  fields: Readonly<Record<string, unknown>>,
) {
  const { id, agent_id } = await requireCall(service.db, organization_id, call_id);
  const agent = await requireAgent(service.db, organization_id, agent_id);
  if (Object.keys(fields).length === 0) return undefined;
  const { revision } = await service.db
    .selectFrom("call")
    .select("revision")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const stored = await readSubmission(service.db, id);
  const maskedFor = await maskFields(service, agent, fields);
  const change = { stored, changes: JSON.stringify(maskedFor(agent)) };
  const is_small = stored.length + change.changes.length <= SMALL_BODY;
  const submission = is_small ? changedSubmission(change) : await service.thread.changeSubmission(change);
  return {
    async store(transaction: Kysely<Database>, now: typeof agent): Promise<boolean> {
      if (redactsPii(now) !== redactsPii(agent)) return false;
      const { numUpdatedRows } = await transaction
        .updateTable("call")
        .set({ revision: revision + 1 })
        .where("id", "=", id)
        .where("revision", "=", revision)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await transaction
        .updateTable("call_submission")
        .set({ submission })
        .where("call_id", "=", id)
        .execute();
      return true;
    },
  };
}

/** Deletes calls. A job in the same transaction deletes the recording, so that neither outlives the other. */
export async function deleteCalls(
  transaction: Kysely<Database>,
  { jobs }: Jobs,
  calls: readonly Pick<Row<"call">, "seq" | "recording_key">[],
): Promise<void> {
  await inChunks(
    calls.map(({ seq }) => seq),
    (chunk) => transaction.deleteFrom("call").where("seq", "in", chunk).returning("id").execute(),
  );
  await jobs.add(
    transaction,
    calls.flatMap(({ recording_key }) => (recording_key === null ? [] : [deletionOf(recording_key)])),
  );
}
