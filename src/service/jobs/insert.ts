import type { Kysely } from "kysely";
import { prepared } from "../store/prepared.ts";
import type { Database, NewRow } from "../store/schema.ts";
import type { NewJob } from "./promised.ts";

const IMMEDIATELY = new Date(0).toISOString();

/** Says where the jobs that are being added come from. */
export type OriginNow = () => { readonly added_at: string; readonly traceparent?: string | null };

type Promised = Omit<NewRow<"job">, "id" | "worker" | "unfinished" | "set_aside_at">;

const insertJob = prepared((db, job: Required<Promised>) =>
  db.insertInto("job").values({
    kind: job.kind,
    payload: job.payload,
    due_at: job.due_at,
    attempts: job.attempts,
    added_at: job.added_at,
    traceparent: job.traceparent,
    organization_id: job.organization_id,
  }),
);

/** Puts jobs into the store's table. */
export async function insertJobs(
  transaction: Kysely<Database>,
  jobs: readonly NewJob[],
  originNow: OriginNow,
): Promise<void> {
  const { added_at, traceparent = null } = originNow();
  for (const { kind, payload, due_at, organization_id = null } of jobs)
    await insertJob(transaction, {
      kind,
      payload: JSON.stringify(payload),
      due_at: due_at?.toISOString() ?? IMMEDIATELY,
      attempts: 0,
      added_at,
      traceparent,
      organization_id,
    });
}
