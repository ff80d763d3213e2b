import type { Kysely } from "kysely";
import type { Service } from "../../handler.ts";
import type { JobLane } from "../../jobs/jobs.ts";
import type { Database, Row } from "../../store/schema.ts";
import { takeStep } from "./step.ts";

/** Opens the conversations of a run that wait, as many as may go on beside those that do. Returns what it opened. */
export async function openWaiting(
  transaction: Kysely<Database>,
  service: Pick<Service, "jobs" | "now" | "newId">,
  { id, max_concurrent }: Pick<Row<"simulation_run">, "id" | "max_concurrent">,
): Promise<void> {
  const waiting = transaction
    .selectFrom("simulation_result")
    .selectAll()
    .where("simulation_run_id", "=", id)
    .where("status", "=", "QUEUED")
    .orderBy("id");
  const room = max_concurrent === null ? undefined : max_concurrent - (await running(transaction, id));
  if (room !== undefined && room <= 0) return;
  const at = service.now();
  for (const row of await (room === undefined ? waiting : waiting.limit(room)).execute()) {
    const begun = { ...row, status: "RUNNING" as const, started_at: at.toISOString() };
    const { status, started_at } = begun;
    await transaction
      .updateTable("simulation_result")
      .set({ status, started_at })
      .where("id", "=", row.id)
      .execute();
    await takeStep(transaction, service, begun, { event: "open" }, at);
  }
}

async function running(db: Kysely<Database>, simulation_run_id: number): Promise<number> {
  const { count } = await db
    .selectFrom("simulation_result")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("simulation_run_id", "=", simulation_run_id)
    .where("status", "=", "RUNNING")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A conversation of the run has ended: what waits has room now. */
export const openConversations: JobLane<"open_conversations"> = {
  concurrency: 4,
  async run({ simulation_run_id }, service) {
    return {
      async commit(transaction) {
        const run = await transaction
          .selectFrom("simulation_run")
          .select(["id", "max_concurrent"])
          .where("id", "=", simulation_run_id)
          .executeTakeFirstOrThrow();
        await openWaiting(transaction, service, run);
      },
    };
  },
};
