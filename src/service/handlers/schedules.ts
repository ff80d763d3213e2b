/** Simulations that run at set times. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { requireSimulation } from "../domain/simulations/lookup.ts";
import { notFound } from "../errors.ts";
import type { Jobs } from "../jobs/promised.ts";
import { cronOf, DEFAULT_TIME_ZONE, dueAfter } from "../schedules/times.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

export const scheduleHandlers = {
  async create_schedule({ organization_id, body }, service) {
    const cron_expression = cronOf(body.schedule);
    const time_zone = body.time_zone ?? DEFAULT_TIME_ZONE;
    const enabled = body.enabled !== false;
    const due = await dueAfter(cron_expression, time_zone, service.now());
    return service.write(async (transaction) => {
      const simulation = await requireSimulation(transaction, organization_id, body.simulation_id);
      const row = await transaction
        .insertInto("schedule")
        .values({
          id: service.newId(),
          organization_id,
          simulation_id: simulation.id,
          cron_expression,
          time_zone,
          next_run_at: enabled ? due.toISOString() : null,
          created_at: service.now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await promiseRun(transaction, service, row);
      return show(row);
    });
  },

  async update_schedule({ organization_id, params: { schedule_id }, body }, service) {
    const before = await requireSchedule(service.db, organization_id, schedule_id);
    const cron_expression = body.schedule ? cronOf(body.schedule) : before.cron_expression;
    const time_zone = body.time_zone ?? before.time_zone;
    const due = await dueAfter(cron_expression, time_zone, service.now());
    const changesTimes = cron_expression !== before.cron_expression || time_zone !== before.time_zone;
    return service.write(async (transaction) => {
      const { next_run_at } = await requireSchedule(transaction, organization_id, schedule_id);
      const enabled = body.enabled ?? next_run_at !== null;
      // A due run stays due, unless the times changed.
      const next = enabled ? (changesTimes || next_run_at === null ? due.toISOString() : next_run_at) : null;
      const row = await transaction
        .updateTable("schedule")
        .set({ cron_expression, time_zone, next_run_at: next })
        .where("id", "=", before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (next !== next_run_at) await promiseRun(transaction, service, row);
      return show(row);
    });
  },

  async delete_schedule({ organization_id, params: { schedule_id } }, { write }) {
    return write(async (transaction) => {
      const { id } = await requireSchedule(transaction, organization_id, schedule_id);
      await transaction.deleteFrom("schedule").where("id", "=", id).execute();
      return { status: "success" as const, message: `schedule ${id} was deleted` };
    });
  },

  async list_schedules({ organization_id }, { db }) {
    const rows = await db
      .selectFrom("schedule")
      .selectAll()
      .where("organization_id", "=", organization_id)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    return { schedules: rows.map(show), total: rows.length };
  },
} satisfies Partial<Handlers>;

/** Adds a job for the next run. A job for an earlier time will find that it is outdated. */
async function promiseRun(
  transaction: Kysely<Database>,
  { jobs }: Jobs,
  { id, next_run_at }: Row<"schedule">,
): Promise<void> {
  if (next_run_at === null) return;
  const payload = { schedule_id: id, due_at: next_run_at };
  await jobs.add(transaction, [{ kind: "run_schedule", payload, due_at: new Date(next_run_at) }]);
}

async function requireSchedule(db: Kysely<Database>, organization_id: string, schedule_id: string) {
  const row = await db
    .selectFrom("schedule")
    .selectAll()
    .where("id", "=", schedule_id.toLowerCase())
    .where("organization_id", "=", organization_id)
    .executeTakeFirst();
  if (!row) throw notFound("schedule", schedule_id);
  return row;
}

const show = (row: Row<"schedule">): Output<"Schedule"> => ({
  id: row.id,
  simulation_id: String(row.simulation_id),
  cron_expression: row.cron_expression,
  enabled: row.next_run_at !== null,
  time_zone: row.time_zone,
  next_run_at: row.next_run_at,
  last_run_at: row.last_run_at,
  last_simulation_run_id: row.last_simulation_run_id,
  last_error: row.last_error,
  created_at: row.created_at,
});
