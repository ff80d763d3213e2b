import type { Kysely } from "kysely";

/** The key that the sender gave a call, so that the same request sent again finds the call that the first one stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("call").addColumn("idempotency_key", "text").execute();
  await db.schema
    .createIndex("call_idempotency_key")
    .on("call")
    .unique()
    .columns(["organization_id", "idempotency_key"])
    .where("idempotency_key", "is not", null)
    .execute();
}
