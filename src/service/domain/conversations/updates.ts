/**
 * What the agent's side has reported about a conversation, in addition to what the service itself observed.
 */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { chunks, inChunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";

export type ResultUpdate = Output<"ResultUpdateFields">;

/** What was reported about a conversation. Empty if nothing was. */
export async function updateOf(db: Kysely<Database>, simulation_result_id: number): Promise<ResultUpdate> {
  const row = await db
    .selectFrom("result_update")
    .select("fields")
    .where("simulation_result_id", "=", simulation_result_id)
    .executeTakeFirst();
  return row ? JSON.parse(row.fields) : {};
}

/** What was reported about each of these conversations, by id. */
export async function updatesOf(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ResultUpdate>> {
  const rows = await inChunks(ids, (chunk) =>
    db.selectFrom("result_update").selectAll().where("simulation_result_id", "in", chunk).execute(),
  );
  return new Map(rows.map(({ simulation_result_id, fields }) => [simulation_result_id, JSON.parse(fields)]));
}

/** Replaces the named fields of each conversation. An evaluation in progress will run again. */
export async function storeUpdates(
  transaction: Kysely<Database>,
  named: ReadonlyMap<number, ResultUpdate>,
): Promise<void> {
  for (const chunk of chunks([...named])) {
    const ids = chunk.map(([id]) => id);
    const stored = await updatesOf(transaction, ids);
    await transaction
      .insertInto("result_update")
      .values(
        chunk.map(([simulation_result_id, fields]) => ({
          simulation_result_id,
          fields: JSON.stringify({ ...stored.get(simulation_result_id), ...fields }),
        })),
      )
      .onConflict((row) =>
        row.column("simulation_result_id").doUpdateSet((set) => ({ fields: set.ref("excluded.fields") })),
      )
      .execute();
    await transaction
      .updateTable("simulation_result")
      .set((row) => ({ revision: row("revision", "+", 1) }))
      .where("id", "in", ids)
      .execute();
  }
}
