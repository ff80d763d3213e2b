import type { CreateTableBuilder, Kysely } from "kysely";

/** How keys were used, counted by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const texts = [
    "day",
    "key_id",
    "organization_id",
    "address",
    "operation",
    "outcome",
    "first_at",
    "last_at",
  ];
  const table: CreateTableBuilder<string, string> = db.schema.createTable("key_use");
  await texts
    .reduce((made, name) => made.addColumn(name, "text", (column) => column.notNull()), table)
    .addColumn("count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("key_use_key", ["key_id", "day", "address", "operation", "outcome"])
    .execute();
  await db.schema.createIndex("key_use_age").on("key_use").column("last_at").execute();
}
