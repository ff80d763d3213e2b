import type { Kysely } from "kysely";

const TABLES = [
  "simulation",
  "prompt_version",
  "knowledge_base_version",
  "label",
  "webhook",
  "workflow",
] as const;

/** Fields that a request had and the contract does not know, where a record is not JSON as a whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await db.schema.alterTable(table).addColumn("further", "text").execute();
}
