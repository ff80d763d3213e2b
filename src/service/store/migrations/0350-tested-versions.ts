import type { Kysely } from "kysely";

/** Which versions a run tests, and which ones its agent said that it ran. Null in rows of earlier versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("simulation_run").addColumn("versions", "text").execute();
  await db.schema.alterTable("simulation_result").addColumn("stated", "text").execute();
}
