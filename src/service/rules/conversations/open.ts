import type { Kysely } from "kysely";
import type { Service } from "../../handler.ts";
import type { JobLane } from "../../jobs/jobs.ts";
import type { JobPayloads } from "../../jobs/promised.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { takingTurns } from "../../turns.ts";
import { sceneOf } from "./scene.ts";
import { takeStep } from "./step.ts";

/** How many conversations one change opens. Others wait for the store in the meantime. */
const OPENED_AT_ONCE = 50;

/** Opens as many waiting conversations of a run as may be in progress together. A job opens the rest. */
export async function openWaiting(
  transaction: Kysely<Database>,
  service: Pick<Service, "jobs" | "now" | "newId">,
  { id, max_concurrent, line }: Pick<Row<"simulation_run">, "id" | "max_concurrent" | "line">,
): Promise<void> {
  const room = max_concurrent === null ? OPENED_AT_ONCE : max_concurrent - (await running(transaction, id));
  if (room <= 0) return;
  const rows = await transaction
    .selectFrom("simulation_result")
    .select("id")
    .where("simulation_run_id", "=", id)
    .where("status", "=", "QUEUED")
    .where("opens_at", "<=", service.now().toISOString())
    .orderBy("id")
    .limit(Math.min(room, OPENED_AT_ONCE))
    .execute();
  const letOthers = takingTurns();
  for (const { id } of rows) {
    if (line === null) await open(transaction, service, id);
    else await promiseCall(transaction, service, id);
    await letOthers();
  }
  if (rows.length === OPENED_AT_ONCE)
    await service.jobs.add(transaction, [{ kind: "open_conversations", payload: { simulation_run_id: id } }]);
}

const begin = prepared((db, { id, started_at }: { readonly id: number; readonly started_at: string }) =>
  db.updateTable("simulation_result").set({ status: "RUNNING", started_at }).where("id", "=", id),
);

async function open(
  transaction: Kysely<Database>,
  service: Pick<Service, "jobs" | "now" | "newId">,
  id: number,
): Promise<void> {
  const at = service.now();
  await begin(transaction, { id, started_at: at.toISOString() });
  const scene = await sceneOf(transaction, id);
  if (scene) await takeStep(transaction, service, scene, { event: "open" }, at);
}

/** The conversation begins when the agent answers. */
async function promiseCall(
  transaction: Kysely<Database>,
  { jobs }: Pick<Service, "jobs">,
  simulation_result_id: number,
): Promise<void> {
  await transaction
    .updateTable("simulation_result")
    .set({ status: "RUNNING" })
    .where("id", "=", simulation_result_id)
    .execute();
  await jobs.add(transaction, [{ kind: "place_call", payload: { simulation_result_id } }]);
}

const countRunning = prepared((db, { simulation_run_id }: JobPayloads["open_conversations"]) =>
  db
    .selectFrom("simulation_result")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("simulation_run_id", "=", simulation_run_id)
    .where("status", "=", "RUNNING"),
);

async function running(db: Kysely<Database>, simulation_run_id: number): Promise<number> {
  const [counted] = await countRunning(db, { simulation_run_id });
  return Number(counted?.count ?? 0);
}

/** A conversation of the run has ended, so another one can begin. */
export const openConversations: JobLane<"open_conversations"> = {
  concurrency: 4,
  async run({ simulation_run_id }, service) {
    return {
      async commit(transaction) {
        const run = await transaction
          .selectFrom("simulation_run")
          .select(["id", "max_concurrent", "line"])
          .where("id", "=", simulation_run_id)
          .executeTakeFirst();
        // A finished run may have been deleted.
        if (run) await openWaiting(transaction, service, run);
      },
    };
  },
};
