import type { Kysely } from "kysely";
import type { Database } from "../store/schema.ts";
import type { NewJob } from "./jobs.ts";

const IMMEDIATELY = new Date(0).toISOString();

/** Puts at least one job into the store's table. */
export async function insertJobs(transaction: Kysely<Database>, jobs: readonly NewJob[]): Promise<void> {
  await transaction
    .insertInto("job")
    .values(
      jobs.map(({ kind, payload, due_at }) => ({
        kind,
        payload: JSON.stringify(payload),
        due_at: due_at?.toISOString() ?? IMMEDIATELY,
        attempts: 0,
      })),
    )
    .execute();
}
