import type { Kysely } from "kysely";
import type { Dialect } from "../schema.ts";

/** Who is signed in to the console, what people say of verdicts, and the outlines of recordings. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable("console_session")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"))
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  const marks = db.schema.createTable("verdict_mark");
  const numbered =
    dialect === "postgres"
      ? marks.addColumn("id", "bigint", (column) => column.primaryKey().generatedByDefaultAsIdentity())
      : marks.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement());
  await numbered
    .addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"))
    .addColumn("call_id", "text", (column) => column.references("call.id").onDelete("cascade"))
    .addColumn("simulation_result_id", "bigint", (column) =>
      column.references("simulation_result.id").onDelete("cascade"),
    )
    .addColumn("metric", "text", (column) => column.notNull())
    .addColumn("is_right", "integer", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("verdict_mark_call").on("verdict_mark").column("call_id").execute();
  await db.schema
    .createIndex("verdict_mark_result")
    .on("verdict_mark")
    .column("simulation_result_id")
    .execute();
  await db.schema
    .createTable("recording_peaks")
    .addColumn("call_id", "text", (column) => column.primaryKey().references("call.id").onDelete("cascade"))
    .addColumn("recording_key", "text", (column) => column.notNull())
    .addColumn("peaks", "text", (column) => column.notNull())
    .execute();
}
