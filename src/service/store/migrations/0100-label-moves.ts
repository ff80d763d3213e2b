import type { Kysely } from "kysely";
import type { Dialect } from "../schema.ts";

/** What became of each label, and who moved it. It is kept when versions and keys are deleted. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const table = db.schema.createTable("label_move");
  const numbered =
    dialect === "postgres"
      ? table.addColumn("id", "bigint", (column) => column.primaryKey().generatedByDefaultAsIdentity())
      : table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement());
  await numbered
    .addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"))
    .addColumn("agent_id", "bigint", (column) => column.notNull().references("agent.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("previous_version", "bigint")
    .addColumn("version", "bigint")
    .addColumn("evidence", "text")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("label_move_agent").on("label_move").columns(["agent_id", "id"]).execute();
}
