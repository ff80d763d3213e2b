/**
 * Deletes finished work, one batch per transaction. Each function returns whether anything was left to
 * delete. Work in progress stays until it is finished.
 */

import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { deletionOf } from "../blobs/delete-blob.ts";
import { deleteUnusedWorld } from "../domain/worlds/stored.ts";
import type { Jobs, PromiseJobs } from "../jobs/promised.ts";
import { chunks } from "../store/chunks.ts";
import type { Database } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

/** Small, because other changes wait while a batch is deleted. */
const BATCH = 100;

/** Which rows to delete: those made before a time, or those of an organization. */
export type Scope = { readonly before: string } | { readonly organization_id: string };

type Deleting = Pick<Store, "write"> & Jobs;

const within = (scope: Scope): RawBuilder<SqlBool> =>
  "before" in scope ? sql`created_at < ${scope.before}` : sql`organization_id = ${scope.organization_id}`;

/**
 * Calls with their evaluations. A job deletes the recording after its call. The job is added in the same
 * transaction, so a crash never leaves one without the other.
 */
export function deleteCalls({ write, jobs }: Deleting, scope: Scope): Promise<boolean> {
  return write(async (transaction) => {
    const calls = await transaction
      .selectFrom("call")
      .select(["seq", "recording_key"])
      .where(within(scope))
      .where("status", "not in", ["QUEUED", "EVALUATING"])
      .limit(BATCH)
      .execute();
    if (calls.length === 0) return false;
    const numbers = calls.map(({ seq }) => seq);
    await transaction.deleteFrom("call").where("seq", "in", numbers).execute();
    const keys = calls.flatMap(({ recording_key }) => recording_key ?? []);
    await jobs.add(transaction, keys.map(deletionOf));
    return true;
  });
}

const OF_A_CONVERSATION = [
  "voice_call",
  "state_reading",
  "caller_state",
  "caller_turn",
  "conversation_entry",
  "logged_tool_call",
  "answered_message",
  "result_update",
] as const;

/** One run with all its conversations, so that readers never see half a run. */
export function deleteRun({ write, jobs }: Deleting, scope: Scope): Promise<boolean> {
  return write(async (transaction) => {
    const run = await transaction
      .selectFrom("simulation_run")
      .select("id")
      .where(within(scope))
      .where("status", "!=", "RUNNING")
      .limit(1)
      .executeTakeFirst();
    if (!run) return false;
    await deleteRunRows(transaction, jobs, run.id);
    return true;
  });
}

/** A run with everything that belongs to it. */
export async function deleteRunRows(
  transaction: Kysely<Database>,
  jobs: PromiseJobs,
  simulation_run_id: number,
): Promise<void> {
  const results = await transaction
    .selectFrom("simulation_result")
    .select("id")
    .where("simulation_run_id", "=", simulation_run_id)
    .execute();
  await deleteConversations(
    transaction,
    jobs,
    results.map(({ id }) => id),
  );
  await transaction
    .deleteFrom("simulation_run_digital_human")
    .where("simulation_run_id", "=", simulation_run_id)
    .execute();
  const { world_id } = await transaction
    .deleteFrom("simulation_run")
    .where("id", "=", simulation_run_id)
    .returning("world_id")
    .executeTakeFirstOrThrow();
  await deleteUnusedWorld(transaction, world_id);
}

/** Conversations with everything that belongs to them. */
export async function deleteConversations(
  transaction: Kysely<Database>,
  jobs: PromiseJobs,
  simulation_result_ids: readonly number[],
): Promise<void> {
  for (const ids of chunks(simulation_result_ids)) {
    const calls = await transaction
      .selectFrom("voice_call")
      .select("recording_key")
      .where("simulation_result_id", "in", ids)
      .execute();
    const keys = calls.flatMap(({ recording_key }) => recording_key ?? []);
    await jobs.add(transaction, keys.map(deletionOf));
    for (const table of OF_A_CONVERSATION)
      await transaction.deleteFrom(table).where("simulation_result_id", "in", ids).execute();
    await transaction.deleteFrom("simulation_result").where("id", "in", ids).execute();
  }
}

/** Deliveries that succeeded or were given up, unless the body of one is still another's. */
export function deleteDeliveries({ write }: Deleting, scope: Scope): Promise<boolean> {
  return write(async (transaction) => {
    const deliveries = transaction
      .selectFrom("webhook_delivery")
      .select("id")
      .where(within(scope))
      .where("status", "!=", "PENDING")
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("webhook_delivery as other")
              .select("other.id")
              .whereRef("other.body_of", "=", "webhook_delivery.id"),
          ),
        ),
      )
      .limit(BATCH);
    const { numDeletedRows } = await transaction
      .deleteFrom("webhook_delivery")
      .where("id", "in", deliveries)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  });
}

/** Cached answers of a language model. */
export function deleteModelAnswers({ write }: Deleting, before: string): Promise<boolean> {
  return write(async (transaction) => {
    const answers = transaction
      .selectFrom("model_answer")
      .select("key")
      .where("created_at", "<", before)
      .limit(BATCH);
    const { numDeletedRows } = await transaction
      .deleteFrom("model_answer")
      .where("key", "in", answers)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  });
}

/** Lines of the audit log. There are few: one per day for each use of a key. */
export function deleteKeyUse({ write }: Deleting, before: string): Promise<boolean> {
  return write(async (transaction) => {
    await transaction.deleteFrom("key_use").where("last_at", "<", before).execute();
    return false;
  });
}

/** Spans are small, and of one moment: an index finds those that are old. */
export function deleteSpans({ write }: Deleting, before: string): Promise<boolean> {
  return write(async (transaction) => {
    await transaction.deleteFrom("trace_span").where("created_at", "<", before).execute();
    return false;
  });
}

/** Jobs that were set aside and whose calls and runs are old enough to be deleted too. */
export function deleteSetAside({ write }: Deleting, before: string): Promise<boolean> {
  return write(async (transaction) => {
    await transaction.deleteFrom("job").where("set_aside_at", "<", before).execute();
    return false;
  });
}
