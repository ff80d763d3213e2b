import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema.ts";

/** How much of its rate each key has used. Unlogged: it is worthless after a crash, and need not wait for the disk. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect !== "postgres") return;
  await sql`
    create unlogged table rate_window (
      key_hash text primary key,
      number bigint not null,
      taken bigint not null
    )`.execute(db);
}
