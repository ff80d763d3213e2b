import type { Kysely } from "kysely";

/** By which identity documents of configuration as code know an object. Several kinds share the table, so the object has no foreign key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("as_code_identity")
    .addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("as_code_id", "text", (column) => column.notNull())
    .addColumn("object_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("as_code_identity_key", ["organization_id", "kind", "as_code_id"])
    .addUniqueConstraint("as_code_identity_object", ["organization_id", "kind", "object_id"])
    .execute();
}
