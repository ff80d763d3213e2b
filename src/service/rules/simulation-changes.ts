/** Changes and deletion of simulations, and their digital humans. */
import type { Kysely } from "kysely";
import { SimulationUpdate } from "../../contract/schemas/index.ts";
import { conflict } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { deleteRunRows } from "../retention/delete-batch.ts";
import { inChunks } from "../store/chunks.ts";
import type { Database, Row } from "../store/schema.ts";
import { requireAgent } from "./agents.ts";
import { requireDigitalHumans } from "./digital-humans/lookup.ts";
import { recordOf } from "./digital-humans/record.ts";
import { requireSipPrerequisites } from "./digital-humans/sip-headers.ts";
import { furtherOf, knownOf, readFurther, requireRoom } from "./further.ts";
import { distinct } from "./ids.ts";
import { requireRun } from "./simulation-results.ts";
import { listSimulations } from "./simulations/list.ts";
import { requireSimulation } from "./simulations/lookup.ts";
import { attach, digitalHumanIdsOf } from "./simulations/members.ts";
import { changedSettings, requireSoundSettings, settingsOf } from "./simulations/settings.ts";
import { showSimulation } from "./simulations/show.ts";

export const simulationChangeHandlers = {
  async update_simulation({ organization_id, params, body }, { write }) {
    const known = knownOf(SimulationUpdate, body);
    const { name, description, max_concurrent, max_turns, opening_patience_ms, ...named } = known;
    return write(async (transaction) => {
      const simulation = await requireSimulation(transaction, organization_id, params.simulation_id);
      const settings = changedSettings(settingsOf(simulation), named);
      await requireSoundSettings(transaction, simulation, settings);
      const columns = {
        ...(name && { name }),
        ...{ description, max_concurrent, max_turns, opening_patience_ms },
      };
      const further = {
        ...readFurther(simulation.further),
        ...readFurther(furtherOf(SimulationUpdate, body)),
      };
      requireRoom(further);
      const changed = await transaction
        .updateTable("simulation")
        .set({ ...columns, settings: JSON.stringify(settings), further: JSON.stringify(further) })
        .where("id", "=", simulation.id)
        .returningAll()
        .executeTakeFirstOrThrow();
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
        await transaction.deleteFrom("simulation").where("id", "=", id).execute();
        return { message: `simulation ${id} was deleted`, deleted_simulation_id: id };
      });
      if (deleted) return deleted;
    }
  },

  async add_digital_humans({ organization_id, params, body }, { write }) {
    return write(async (transaction) => {
      const simulation = await requireSimulation(transaction, organization_id, params.simulation_id);
      const agent = await requireAgent(transaction, organization_id, simulation.agent_id);
      const known = new Set(await digitalHumanIdsOf(transaction, simulation.id));
      const ids = distinct(body.digital_human_ids);
      for (const row of await requireDigitalHumans(transaction, organization_id, ids))
        requireSipPrerequisites(recordOf(row).traits, [agent]);
      const joining = ids.filter((id) => !known.has(id));
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
