import type { Kysely } from "kysely";
import { inChunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireAll } from "../ids.ts";

interface SimulationWithAgent {
  readonly id: number;
  readonly agent: Pick<Row<"agent">, "id" | "record">;
}

/** The simulations with these ids, and the agents that they test. 404 names those that do not exist. */
export async function requireSimulations(
  db: Kysely<Database>,
  organization_id: string,
  ids: readonly number[],
): Promise<SimulationWithAgent[]> {
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom("simulation")
      .innerJoin("agent", "agent.id", "simulation.agent_id")
      .select(["simulation.id", "agent.id as agent_id", "agent.record"])
      .where("simulation.organization_id", "=", organization_id)
      .where("simulation.id", "in", chunk)
      .execute(),
  );
  requireAll("simulation", ids, rows);
  return rows.map(({ id, agent_id, record }) => ({ id, agent: { id: agent_id, record } }));
}
