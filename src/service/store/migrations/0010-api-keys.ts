import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";

type Keys = {
  api_key: { hash: string; id: string | null };
};

/** Keys get an id and a name to refer to them by, and can be revoked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["id", "name", "beginning", "revoked_at"])
    await db.schema.alterTable("api_key").addColumn(column, "text").execute();
  const tables = db.withTables<Keys>();
  for (const { hash } of await tables.selectFrom("api_key").select("hash").execute())
    await tables.updateTable("api_key").set({ id: randomUUID() }).where("hash", "=", hash).execute();
  await db.schema.createIndex("api_key_id").on("api_key").column("id").unique().execute();
  await db.schema.createIndex("api_key_organization").on("api_key").column("organization_id").execute();
}
