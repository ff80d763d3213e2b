import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { JobWorker } from "../../jobs/jobs.ts";
import type { JobPayloads, Jobs } from "../../jobs/promised.ts";
import type { WithModel } from "../../model/model.ts";
import type { ReadsState } from "../../network/state-reader.ts";
import type { PerOrganization } from "../../per-organization.ts";
import type { Reports } from "../../report.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { createYielder } from "../../yield.ts";
import { prepareLargeCallers } from "./caller.ts";
import type { CallerThread } from "./caller-source.ts";
import { loadConversation } from "./conversation.ts";
import { isShared, probeOfRun, readBefore } from "./state-probe.ts";
import { takeStep } from "./step.ts";

/** How many conversations one change opens. Others wait for the store in the meantime. */
const OPENED_AT_ONCE = 50;

type Probed = { readonly probe: Awaited<ReturnType<typeof probeOfRun>> };
type OpeningRun = Pick<Row<"simulation_run">, "id" | "organization_id" | "max_concurrent" | "line">;

/** Opens as many waiting conversations of a run as may be in progress together. A job opens the rest. */
export async function openWaiting(
  transaction: Kysely<Database>,
  service: Jobs & Clock & Ids,
  { id, organization_id, max_concurrent, line }: OpeningRun,
): Promise<void> {
  const probe = await probeOfRun(transaction, id);
  const rows = await nextOf(transaction, service, { id, max_concurrent, probe });
  const yieldIfDue = createYielder();
  for (const { id } of rows) {
    if (line === null && probe) await promiseState(transaction, service, id);
    else if (line === null) await open(transaction, service, id);
    else await promiseCall(transaction, service, id, organization_id);
    await yieldIfDue();
  }
  if (rows.length === OPENED_AT_ONCE)
    await service.jobs.add(transaction, [{ kind: "open_conversations", payload: { simulation_run_id: id } }]);
}

/** The conversations of a run that may begin now, at most so many as are opened at once. */
async function nextOf(
  db: Kysely<Database>,
  { now }: Clock,
  { id, max_concurrent, probe }: Pick<OpeningRun, "id" | "max_concurrent"> & Probed,
): Promise<{ readonly id: number }[]> {
  const most = max_concurrent === null ? OPENED_AT_ONCE : max_concurrent - (await running(db, id));
  // The state that they share is that of one conversation from its beginning until it is judged.
  const room = probe && isShared(probe) ? Math.min(most, 1 - (await unsettled(db, id))) : most;
  if (room <= 0) return [];
  return db
    .selectFrom("simulation_result")
    .select("id")
    .where("simulation_run_id", "=", id)
    .where("status", "=", "QUEUED")
    .where("opens_at", "<=", now().toISOString())
    .orderBy("id")
    .limit(Math.min(room, OPENED_AT_ONCE))
    .execute();
}

/** How many conversations of a run `openConversations` would begin now. */
export async function countNext(
  { db, now }: Pick<Store, "db"> & Clock,
  simulation_run_id: number,
): Promise<number> {
  const run = await runOf(db, simulation_run_id);
  if (!run) return 0;
  const probe = await probeOfRun(db, simulation_run_id);
  return (await nextOf(db, { now }, { ...run, probe })).length;
}

const begin = prepared((db, { id, started_at }: { readonly id: number; readonly started_at: string }) =>
  db.updateTable("simulation_result").set({ status: "RUNNING", started_at }).where("id", "=", id),
);

async function open(transaction: Kysely<Database>, service: Jobs & Clock & Ids, id: number): Promise<void> {
  const at = service.now();
  await begin(transaction, { id, started_at: at.toISOString() });
  const conversation = await loadConversation(transaction, id);
  if (conversation) await takeStep(transaction, service, conversation, { event: "open" }, at);
}

const setRunning = (transaction: Kysely<Database>, simulation_result_id: number) =>
  transaction
    .updateTable("simulation_result")
    .set({ status: "RUNNING" })
    .where("id", "=", simulation_result_id)
    .execute();

/** The conversation begins when the state of the agent's system has been read. */
async function promiseState(
  transaction: Kysely<Database>,
  { jobs }: Jobs,
  simulation_result_id: number,
): Promise<void> {
  await setRunning(transaction, simulation_result_id);
  await jobs.add(transaction, [{ kind: "read_state", payload: { simulation_result_id } }]);
}

/** The state is read, and the conversation begins. */
export const readState: JobWorker<"read_state", Store & Clock & Ids & Jobs & ReadsState> = {
  concurrency: 4,
  async run({ simulation_result_id }, service, { signal }) {
    await readBefore(service, simulation_result_id, signal);
    return {
      async commit(transaction) {
        const waiting = await transaction
          .selectFrom("simulation_result")
          .select("id")
          .where("id", "=", simulation_result_id)
          .where("status", "=", "RUNNING")
          .where("started_at", "is", null)
          .executeTakeFirst();
        if (waiting) await open(transaction, service, simulation_result_id);
      },
    };
  },
};

/** The conversation begins when the agent answers. */
async function promiseCall(
  transaction: Kysely<Database>,
  { jobs }: Jobs,
  simulation_result_id: number,
  organization_id: string,
): Promise<void> {
  await setRunning(transaction, simulation_result_id);
  await jobs.add(transaction, [{ kind: "place_call", payload: { simulation_result_id }, organization_id }]);
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

/** Conversations of the run that have been opened and are not judged yet. */
async function unsettled(db: Kysely<Database>, simulation_run_id: number): Promise<number> {
  const { count } = await db
    .selectFrom("simulation_result")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("simulation_run_id", "=", simulation_run_id)
    .where("status", "!=", "QUEUED")
    .where("outcome", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Opening = Store & Clock & Ids & Jobs & WithModel & { readonly thread: PerOrganization<CallerThread> };

/** A conversation of the run has ended, or its digital humans were too large to open one at once. */
export const openConversations: JobWorker<"open_conversations", Opening> = {
  concurrency: 4,
  run: async ({ simulation_run_id }, service) => ({ commit: await opening(service, simulation_run_id) }),
};

const runOf = (db: Kysely<Database>, id: number): Promise<OpeningRun | undefined> =>
  db
    .selectFrom("simulation_run")
    .select(["id", "organization_id", "max_concurrent", "line"])
    .where("id", "=", id)
    .executeTakeFirst();

/** Prepares the large digital humans of a run. Returns a function that stores them and opens conversations. */
async function opening(service: Opening, simulation_run_id: number) {
  const storeLarge = await prepareLargeCallers(service, simulation_run_id);
  return async (transaction: Kysely<Database>) => {
    await storeLarge(transaction);
    const run = await runOf(transaction, simulation_run_id);
    // A finished run may have been deleted.
    if (run) await openWaiting(transaction, service, run);
  };
}

/**
 * Opens a run whose digital humans were too large when it was queued, so that its agent can speak once the request is
 * answered. If that fails, the job that waits for it does it.
 */
export async function openLarge(service: Opening & Reports, simulation_run_id: number): Promise<void> {
  try {
    await service.write(await opening(service, simulation_run_id));
  } catch (error) {
    service.report?.(error, `opening run ${simulation_run_id}`);
  }
}
