import type { Kysely } from "kysely";
import type { Database } from "../../store/schema.ts";
import { digitalHumanIdsBySimulation } from "../membership/members.ts";
import { showSimulation } from "./show.ts";

/** The simulations of an organization, or of one of its agents, by ascending id. */
export async function listSimulations(db: Kysely<Database>, organization_id: string, agent_id?: number) {
  const all = db.selectFrom("simulation").selectAll().orderBy("id");
  const rows = await (agent_id === undefined
    ? all.where("organization_id", "=", organization_id)
    : all.where("agent_id", "=", agent_id)
  ).execute();
  const members = await digitalHumanIdsBySimulation(db, organization_id);
  return {
    simulations: rows.map((row) => showSimulation(row, members.get(row.id) ?? [])),
    total: rows.length,
  };
}
