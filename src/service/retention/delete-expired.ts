import type { Clock } from "../clock.ts";
import type { JobWorker } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/promised.ts";
import type { Store } from "../store/store.ts";
import {
  deleteCalls,
  deleteDeliveries,
  deleteKeyUse,
  deleteModelAnswers,
  deleteRun,
  deleteSetAside,
  deleteSpans,
} from "./delete-batch.ts";

/** What deleting old data works with. */
export interface Retaining extends Store, Clock, Jobs {
  /** How long finished work is kept, in milliseconds; forever by default. */
  readonly retain_ms?: number | undefined;
}

/** How often to look for data that has expired. */
const EVERY_MS = 60 * 60_000;

/**
 * Deletes what is older than the service keeps, batch after batch, and repeats this. If several services share the
 * store, the one that has the job does it. If stopped or killed between batches, it continues at the next start.
 */
export const deleteExpired: JobWorker<"delete_expired", Retaining> = {
  concurrency: 1,
  async run(_, service, { signal }) {
    const again_at = new Date(service.now().getTime() + EVERY_MS);
    if (service.retain_ms === undefined) return { again_at };
    const before = new Date(service.now().getTime() - service.retain_ms).toISOString();
    const steps = [
      () => deleteCalls(service, { before }),
      () => deleteRun(service, { before }),
      () => deleteDeliveries(service, { before }),
      () => deleteModelAnswers(service, before),
      () => deleteKeyUse(service, before),
      () => deleteSpans(service, before),
      () => deleteSetAside(service, before),
    ];
    for (const step of steps) while (await step()) signal.throwIfAborted();
    return { again_at };
  },
};

/** Makes sure that the job exists, once, if the service keeps data for a limited time. */
export async function promiseRetention({ write, jobs, retain_ms }: Retaining): Promise<void> {
  if (retain_ms === undefined) return;
  await write(async (transaction) => {
    const promised = await transaction
      .selectFrom("job")
      .select("id")
      .where("kind", "=", "delete_expired")
      .executeTakeFirst();
    if (!promised) await jobs.add(transaction, [{ kind: "delete_expired", payload: {} }]);
  });
}
