import type { Kysely } from "kysely";

/** Runs over a voice line, and the outcome of their calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("simulation_run").addColumn("line", "text").execute();
  await db.schema
    .createTable("voice_call")
    .addColumn("simulation_result_id", "bigint", (column) =>
      column.primaryKey().references("simulation_result.id"),
    )
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("spoken", "integer", (column) => column.notNull())
    .addColumn("recording", "text")
    .addColumn("recording_key", "text")
    .addColumn("log", "text")
    .execute();
  await db.schema.createIndex("voice_call_recording").on("voice_call").column("recording_key").execute();
}
