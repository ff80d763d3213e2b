/** Simulations, which group digital humans, and their runs. */
import { notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { replayRecording } from "../voice/replay-recording.ts";
import { replay } from "./conversations/replay.ts";
import { publishResults } from "./published/results.ts";
import { callOf } from "./simulations/call.ts";
import { insertSimulation } from "./simulations/insert.ts";
import { listSimulations } from "./simulations/list.ts";
import { requireSimulation } from "./simulations/lookup.ts";
import { digitalHumanIdsOf } from "./simulations/members.ts";
import { queueRun } from "./simulations/queue.ts";
import { requireResult } from "./simulations/results.ts";
import { showRun, showSimulation, showTestedRun } from "./simulations/show.ts";

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

  async queue_http_text_simulation_run({ organization_id, body }, service) {
    const queued = await service.write((transaction) =>
      queueRun(transaction, service, organization_id, body),
    );
    return {
      ...queued,
      simulation_run_id: String(queued.simulation_run_id),
      agent_id: String(queued.agent_id),
      status: "success" as const,
    };
  },

  async list_simulation_results({ organization_id, params: { simulation_run_id } }, { db }) {
    const run = await db
      .selectFrom("simulation_run")
      .selectAll()
      .where("id", "=", simulation_run_id)
      .where("organization_id", "=", organization_id)
      .executeTakeFirst();
    if (!run) throw notFound("simulation run", simulation_run_id);
    const rows = await db
      .selectFrom("simulation_result")
      .selectAll()
      .where("simulation_run_id", "=", run.id)
      .orderBy("id")
      .execute();
    const published = await publishResults(db, rows);
    return {
      simulation_run: showTestedRun(run),
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
    const [decided, recording] = [await replay(service.db, result), await replayRecording(service, result)];
    return { ...decided, same: decided.same && recording?.same !== false, recording };
  },
} satisfies Partial<Handlers>;
