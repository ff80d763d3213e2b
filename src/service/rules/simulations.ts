/** Simulations, which group digital humans, and their runs. */
import { notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { replay } from "./conversations/replay.ts";
import { callOf } from "./simulations/call.ts";
import { insertSimulation } from "./simulations/insert.ts";
import { requireSimulation } from "./simulations/lookup.ts";
import { digitalHumanIdsBySimulation, digitalHumanIdsOf } from "./simulations/members.ts";
import { queueRun } from "./simulations/queue.ts";
import { contentsOf, requireResult, showResult } from "./simulations/results.ts";
import { showRun, showSimulation } from "./simulations/show.ts";
import { updateOf } from "./simulations/updates.ts";

export const simulationHandlers = {
  async create_simulation({ organization_id, body }, service) {
    return service.write(async (transaction) => {
      const simulation = await insertSimulation(transaction, service, organization_id, body);
      return showSimulation(simulation, await digitalHumanIdsOf(transaction, simulation.id));
    });
  },

  async list_simulations({ organization_id }, { db }) {
    const rows = await db
      .selectFrom("simulation")
      .selectAll()
      .where("organization_id", "=", organization_id)
      .orderBy("id")
      .execute();
    const members = await digitalHumanIdsBySimulation(db, organization_id);
    return {
      simulations: rows.map((row) => showSimulation(row, members.get(row.id) ?? [])),
      total: rows.length,
    };
  },

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
    return service.write((transaction) => queueRun(transaction, service, organization_id, body));
  },

  async list_simulation_results({ organization_id, params: { simulation_run_id } }, { db }) {
    const run = await db
      .selectFrom("simulation_run")
      .select(["id", "prompt_id", "knowledge_base_id"])
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
    const contents = await contentsOf(db, rows);
    return {
      simulation_run_id: run.id,
      prompt_id: run.prompt_id,
      knowledge_base_id: run.knowledge_base_id,
      results: rows.map((row) => showResult(row, contents)),
      total: rows.length,
    };
  },

  async get_simulation_result({ organization_id, params }, { db }) {
    const row = await requireResult(db, organization_id, params.simulation_result_id);
    const evaluation = row.evaluation === null ? null : JSON.parse(row.evaluation);
    const { tool_calls: told_tool_calls, ...told } = await updateOf(db, row.id);
    const call = await callOf(db, row.id);
    return {
      ...showResult(row, await contentsOf(db, [row])),
      ...told,
      ...(call && { call }),
      ...(told_tool_calls && { told_tool_calls }),
      evaluation,
    };
  },

  async replay_simulation_result({ organization_id, params }, { db }) {
    return replay(db, await requireResult(db, organization_id, params.simulation_result_id));
  },
} satisfies Partial<Handlers>;
