import type { Clock } from "../clock.ts";
import { queueRun } from "../domain/runs/queue.ts";
import { Refused } from "../errors.ts";
import type { Ids } from "../ids.ts";
import type { JobWorker } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/promised.ts";
import type { Row } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { dueAfter } from "./times.ts";

/**
 * Starts a scheduled run. The job waits in the store: if the service was down when it was due, it runs once
 * at the next start, and then again at its usual times.
 */
export const runSchedule: JobWorker<"run_schedule", Store & Clock & Ids & Jobs> = {
  concurrency: 4,
  async run({ schedule_id, due_at }, service) {
    const schedule_row = await service.db
      .selectFrom("schedule")
      .selectAll()
      .where("id", "=", schedule_id)
      .executeTakeFirst();
    if (schedule_row?.next_run_at !== due_at) return {};
    const now = service.now();
    const next = await dueAfter(schedule_row.cron_expression, schedule_row.time_zone, now);
    return {
      async commit(transaction) {
        const schedule = await transaction
          .selectFrom("schedule")
          .selectAll()
          .where("id", "=", schedule_id)
          .where("next_run_at", "=", due_at)
          .executeTakeFirst();
        // The schedule was changed, switched off, or deleted in the meantime.
        if (!schedule) return;
        const started = await queueRun(transaction, service, schedule.organization_id, {
          simulation_id: schedule.simulation_id,
        }).catch((error: unknown) => {
          if (error instanceof Refused) return error;
          throw error;
        });
        const outcome: Pick<Row<"schedule">, "last_error"> &
          Partial<Pick<Row<"schedule">, "last_simulation_run_id">> =
          started instanceof Refused
            ? { last_error: started.message }
            : { last_error: null, last_simulation_run_id: Number(started.simulation_run_id) };
        await transaction
          .updateTable("schedule")
          .set({ ...outcome, last_run_at: now.toISOString(), next_run_at: next.toISOString() })
          .where("id", "=", schedule_id)
          .execute();
        const payload = { schedule_id, due_at: next.toISOString() };
        await service.jobs.add(transaction, [{ kind: "run_schedule", payload, due_at: next }]);
      },
    };
  },
};
