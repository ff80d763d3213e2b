import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema.ts";

/** What each key has used of its rate. Unlogged: it is worth nothing after a crash, and costs no wait for the disk. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect !== "postgres") return;
  await sql`
    create unlogged table rate_window (
      key_hash text primary key,
      number bigint not null,
      taken bigint not null
    )`.execute(db);
}
