/** What the agent's side has told of a conversation, beside what the service has heard itself. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";

export type ResultUpdate = Output<"ResultUpdateFields">;

/** What was told of a conversation; nothing if nothing was. */
export async function updateOf(db: Kysely<Database>, simulation_result_id: number): Promise<ResultUpdate> {
  const row = await db
    .selectFrom("result_update")
    .select("fields")
    .where("simulation_result_id", "=", simulation_result_id)
    .executeTakeFirst();
  return row ? JSON.parse(row.fields) : {};
}

/** What was told of each of these conversations, by id. */
export async function updatesOf(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ResultUpdate>> {
  const rows = await inChunks(ids, (chunk) =>
    db.selectFrom("result_update").selectAll().where("simulation_result_id", "in", chunk).execute(),
  );
  return new Map(rows.map(({ simulation_result_id, fields }) => [simulation_result_id, JSON.parse(fields)]));
}

/** Replaces the fields that are named. An evaluation that is being made will be made again. */
export async function storeUpdate(
  transaction: Kysely<Database>,
  simulation_result_id: number,
  named: ResultUpdate,
): Promise<void> {
  const known = await updateOf(transaction, simulation_result_id);
  const fields = JSON.stringify({ ...known, ...named });
  await transaction
    .insertInto("result_update")
    .values({ simulation_result_id, fields })
    .onConflict((row) => row.column("simulation_result_id").doUpdateSet({ fields }))
    .execute();
  await transaction
    .updateTable("simulation_result")
    .set((row) => ({ revision: row("revision", "+", 1) }))
    .where("id", "=", simulation_result_id)
    .execute();
}
