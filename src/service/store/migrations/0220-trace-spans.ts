import type { Kysely } from "kysely";

/** What is kept of the spans that agents export. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("trace_span")
    .addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"))
    .addColumn("trace_id", "text", (column) => column.notNull())
    .addColumn("span_id", "text", (column) => column.notNull())
    .addColumn("record", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("trace_span_key", ["organization_id", "trace_id", "span_id"])
    .execute();
  await db.schema.createIndex("trace_span_created").on("trace_span").column("created_at").execute();
}
