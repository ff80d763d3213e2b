/** Simulations, which group digital humans, and their runs. */

import type { Kysely } from "kysely";
import { requireAgent } from "../domain/agents/lookup.ts";
import { publishResults } from "../domain/conversations/publish.ts";
import { replay } from "../domain/conversations/replay.ts";
import { replayWorld } from "../domain/conversations/replay-world.ts";
import { requireResult } from "../domain/conversations/results.ts";
import { callOf } from "../domain/conversations/voice-call.ts";
import { requireDigitalHumans } from "../domain/digital-humans/lookup.ts";
import { recordOf } from "../domain/digital-humans/record.ts";
import { requireSipPrerequisites } from "../domain/digital-humans/sip-headers.ts";
import { distinct } from "../domain/ids.ts";
import { attach, digitalHumanIdsOf } from "../domain/membership/members.ts";
import { queueNow } from "../domain/runs/queue.ts";
import { insertSimulation } from "../domain/simulations/insert.ts";
import { listSimulations } from "../domain/simulations/list.ts";
import { requireRun, requireSimulation } from "../domain/simulations/lookup.ts";
import { showRun, showSimulation, showTestedRun } from "../domain/simulations/show.ts";
import { updateSimulation } from "../domain/simulations/update.ts";
import { deleteUnusedWorld } from "../domain/worlds/stored.ts";
import { conflict } from "../errors.ts";
import { deleteRunRows } from "../retention/delete-batch.ts";
import { inChunks } from "../store/chunks.ts";
import type { Database, Row } from "../store/schema.ts";
import { replayRecording } from "../voice/replay-recording.ts";
import type { Handlers } from "./handler.ts";

export const simulationHandlers = {
  async create_simulation({ organization_id, body }, service) {
    return service.write(async (transaction) => {
      const simulation = await insertSimulation(transaction, service, organization_id, body);
      return {
        simulation_id: simulation.id,
        status: "200" as const,
        ...showSimulation(simulation, await digitalHumanIdsOf(transaction, simulation.id)),
      };
    });
  },

  list_simulations: ({ organization_id }, { db }) => listSimulations(db, organization_id),

  async get_simulation({ organization_id, params }, { db }) {
    const simulation = await requireSimulation(db, organization_id, params.simulation_id);
    return showSimulation(simulation, await digitalHumanIdsOf(db, simulation.id));
  },

  async list_simulation_runs({ organization_id, params }, { db }) {
    const simulation = await requireSimulation(db, organization_id, params.simulation_id);
    const rows = await db
      .selectFrom("simulation_run")
      .selectAll()
      .where("simulation_id", "=", simulation.id)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    return { simulation_runs: rows.map(showRun) };
  },

  queue_http_text_simulation_run: ({ organization_id, body }, service) =>
    queueNow(service, organization_id, body),

  async list_simulation_results({ organization_id, params: { simulation_run_id } }, { db, worlds }) {
    const run = await requireRun(db, organization_id, simulation_run_id);
    const rows = await db
      .selectFrom("simulation_result")
      .selectAll()
      .where("simulation_run_id", "=", run.id)
      .orderBy("id")
      .execute();
    const published = await publishResults(db, rows);
    const world = run.world_id === null ? undefined : await worlds.stored(db, run.world_id);
    return {
      simulation_run: { ...showTestedRun(run), ...(world && { world_steps: [...world.steps()] }) },
      simulation_results: published.map(({ listed }) => listed),
      total: rows.length,
      status: "200" as const,
    };
  },

  async get_simulation_result({ organization_id, params }, { db }) {
    const row = await requireResult(db, organization_id, params.simulation_result_id);
    const [published] = await publishResults(db, [row]);
    if (!published) throw new Error(`result ${row.id} is not shown`);
    const { listed, evaluation } = published;
    const call = await callOf(db, row.id);
    return { simulation_result: { ...listed, ...(call && { call }), evaluation }, status: "200" as const };
  },

  async replay_simulation_result({ organization_id, params }, service) {
    const result = await requireResult(service.db, organization_id, params.simulation_result_id);
    const decided = await replay(service.db, result);
    const recording = await replayRecording(service, result);
    const world = await replayWorld(service.db, service, result);
    const same = decided.same && recording?.same !== false && world?.same !== false;
    return { ...decided, same, recording, world };
  },

  async update_simulation({ organization_id, params, body }, service) {
    return service.write(async (transaction) => {
      const simulation = await requireSimulation(transaction, organization_id, params.simulation_id);
      const changed = await updateSimulation(transaction, service, simulation, body);
      return showSimulation(changed, await digitalHumanIdsOf(transaction, simulation.id));
    });
  },

  /**
   * Deletes one run at a time, because others wait in the meantime. If interrupted, the simulation remains
   * with fewer runs.
   */
  async delete_simulation({ organization_id, params: { simulation_id } }, { write, jobs }) {
    for (;;) {
      const deleted = await write(async (transaction) => {
        const { id } = await requireSimulation(transaction, organization_id, simulation_id);
        await refuseRunning(transaction, id);
        const run = await someRun(transaction, id);
        if (run) return void (await deleteRunRows(transaction, jobs, run.id));
        await transaction.deleteFrom("simulation_digital_human").where("simulation_id", "=", id).execute();
        const { world_id } = await transaction
          .deleteFrom("simulation")
          .where("id", "=", id)
          .returning("world_id")
          .executeTakeFirstOrThrow();
        await deleteUnusedWorld(transaction, world_id);
        return { message: `simulation ${id} was deleted`, deleted_simulation_id: id };
      });
      if (deleted) return deleted;
    }
  },

  async add_digital_humans({ organization_id, params, body }, { write }) {
    return write(async (transaction) => {
      const simulation = await requireSimulation(transaction, organization_id, params.simulation_id);
      const agent = await requireAgent(transaction, organization_id, simulation.agent_id);
      const member_ids = new Set(await digitalHumanIdsOf(transaction, simulation.id));
      const ids = distinct(body.digital_human_ids);
      for (const row of await requireDigitalHumans(transaction, organization_id, ids))
        requireSipPrerequisites(recordOf(row).traits, [agent]);
      const joining = ids.filter((id) => !member_ids.has(id));
      await attach(
        transaction,
        joining.map((digital_human_id) => ({ simulation_id: simulation.id, digital_human_id })),
      );
      return { message: `${counted(joining.length)} added to simulation ${simulation.id}` };
    });
  },

  async remove_digital_humans({ organization_id, params, body }, { write }) {
    return write(async (transaction) => {
      const simulation = await requireSimulation(transaction, organization_id, params.simulation_id);
      const removed = await inChunks(distinct(body.digital_human_ids), (chunk) =>
        transaction
          .deleteFrom("simulation_digital_human")
          .where("simulation_id", "=", simulation.id)
          .where("digital_human_id", "in", chunk)
          .returning("digital_human_id")
          .execute(),
      );
      return { message: `${counted(removed.length)} removed from simulation ${simulation.id}` };
    });
  },

  async list_simulations_by_agent({ organization_id, params }, { db }) {
    const { id } = await requireAgent(db, organization_id, params.agent_id);
    return listSimulations(db, organization_id, id);
  },

  async check_queued_run({ organization_id, params }, { db }) {
    const run = await requireRun(db, organization_id, params.simulation_run_id);
    const rows = await db
      .selectFrom("simulation_result")
      .select(["status", ({ fn }) => fn.countAll<number>().as("count")])
      .where("simulation_run_id", "=", run.id)
      .groupBy("status")
      .execute();
    const count = (...statuses: Row<"simulation_result">["status"][]) =>
      rows.reduce((sum, row) => sum + (statuses.includes(row.status) ? Number(row.count) : 0), 0);
    return {
      simulation_run_id: String(run.id),
      status: run.status,
      queued: count("QUEUED", "INITIALIZING"),
      running: count("RUNNING"),
      evaluating: count("CONVERSATION_ENDED", "EVALUATING"),
      over: count("COMPLETED", "INCOMPLETED", "REJECTED"),
    };
  },
} satisfies Partial<Handlers>;

const counted = (count: number) => (count === 1 ? "1 digital human was" : `${count} digital humans were`);

const someRun = (db: Kysely<Database>, simulation_id: number, status?: "RUNNING") => {
  const runs = db.selectFrom("simulation_run").select("id").where("simulation_id", "=", simulation_id);
  return (status ? runs.where("status", "=", status) : runs).limit(1).executeTakeFirst();
};

async function refuseRunning(db: Kysely<Database>, simulation_id: number): Promise<void> {
  const run = await someRun(db, simulation_id, "RUNNING");
  if (run)
    throw conflict(
      `run ${run.id} of simulation ${simulation_id} is in progress; end its conversations first (\`parley sim end\`)`,
    );
}
