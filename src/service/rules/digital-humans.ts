/** Digital humans: simulated callers that call or write to an agent. */
import { alwaysOnNumber } from "../../contract/rules/always-on.ts";
import type { Handlers } from "../handler.ts";
import { insertDigitalHuman } from "./digital-humans/insert.ts";
import { requireDigitalHuman } from "./digital-humans/lookup.ts";
import { answerWith, listOf } from "./digital-humans/record.ts";
import { updateDigitalHuman } from "./digital-humans/update.ts";
import { distinct } from "./ids.ts";
import { requireSimulation } from "./simulations/lookup.ts";
import { digitalHumansOf, simulationIdsOf } from "./simulations/members.ts";

export const digitalHumanHandlers = {
  async create_digital_human({ organization_id, body }, service) {
    const { digital_human, simulation_id } = body;
    const simulation_ids = distinct([
      ...(body.simulation_ids ?? []),
      ...(simulation_id ? [simulation_id] : []),
    ]);
    const number = alwaysOnNumber(digital_human);
    const about = number === null ? [] : [`always-on number ${organization_id} ${number}`];
    return service.write(
      async (transaction) => {
        const placed = { simulation_ids };
        const row = await insertDigitalHuman(transaction, service, organization_id, digital_human, placed);
        return answerWith(row, simulation_ids);
      },
      { about },
    );
  },

  async update_digital_human({ organization_id, params, body }, { write }) {
    return write(async (transaction) => {
      const row = await requireDigitalHuman(transaction, organization_id, params.digital_human_id);
      return updateDigitalHuman(transaction, row, body);
    });
  },

  async get_digital_human({ organization_id, params }, { db }) {
    const row = await requireDigitalHuman(db, organization_id, params.digital_human_id);
    return answerWith(row, await simulationIdsOf(db, row.id));
  },

  async list_digital_humans({ organization_id, params }, { db }) {
    const simulation = await requireSimulation(db, organization_id, params.simulation_id);
    const rows = await digitalHumansOf(db, simulation.id);
    return listOf(rows, simulation.id);
  },
} satisfies Partial<Handlers>;
