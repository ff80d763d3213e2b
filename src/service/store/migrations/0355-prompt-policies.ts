import type { Kysely } from "kysely";

/** What people have decided on the policies of a prompt version: a list, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("prompt_policy")
    .addColumn("prompt_id", "text", (column) =>
      column.primaryKey().references("prompt_version.id").onDelete("cascade"),
    )
    .addColumn("policies", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
}
