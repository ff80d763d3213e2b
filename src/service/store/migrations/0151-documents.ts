import type { Kysely } from "kysely";

/**
 * Small records that only people and their tools give a meaning to: folders, communities, personas, traits. What they
 * refer to is a column or a table of its own, so that the store itself keeps it true.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("document")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("agent_id", "bigint", (column) => column.references("agent.id").onDelete("cascade"))
    .addColumn("fields", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("document_organization")
    .on("document")
    .columns(["organization_id", "kind", "created_at", "id"])
    .execute();
  await db.schema.createIndex("document_agent").on("document").column("agent_id").execute();
  await db.schema
    .createTable("community_digital_human")
    .addColumn("community_id", "text", (column) =>
      column.notNull().references("document.id").onDelete("cascade"),
    )
    .addColumn("digital_human_id", "bigint", (column) =>
      column.notNull().references("digital_human.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("community_digital_human_key", ["community_id", "digital_human_id"])
    .execute();
  await db.schema
    .createIndex("community_digital_human_member")
    .on("community_digital_human")
    .column("digital_human_id")
    .execute();
}
