import type { Kysely } from "kysely";
import type { Database, NewRow } from "../store/schema.ts";
import type { NewJob } from "./jobs.ts";

const IMMEDIATELY = new Date(0).toISOString();

/** Says where the jobs that are added now come from. */
export type OriginNow = () => Pick<NewRow<"job">, "added_at" | "traceparent">;

/** Puts at least one job into the store's table. */
export async function insertJobs(
  transaction: Kysely<Database>,
  jobs: readonly NewJob[],
  originNow: OriginNow,
): Promise<void> {
  const origin = originNow();
  await transaction
    .insertInto("job")
    .values(
      jobs.map(({ kind, payload, due_at }) => ({
        kind,
        payload: JSON.stringify(payload),
        due_at: due_at?.toISOString() ?? IMMEDIATELY,
        attempts: 0,
        ...origin,
      })),
    )
    .execute();
}
