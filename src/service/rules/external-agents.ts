/** Agents by the id that others know them by. */
import { type Kysely, sql } from "kysely";
import { notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import type { Database } from "../store/schema.ts";
import { agentHandlers } from "./agents.ts";

export const externalAgentHandlers = {
  async get_agent_by_external_id({ organization_id, key_id, params }, service) {
    const agent_id = await requireExternal(service.db, organization_id, params.external_id);
    const call = { organization_id, key_id, params: { agent_id }, query: {}, body: undefined };
    return agentHandlers.get_agent(call, service);
  },

  async update_agent_by_external_id({ organization_id, key_id, body }, service) {
    const agent_id = await requireExternal(service.db, organization_id, body.external_agent_id);
    const call = { organization_id, key_id, params: {}, query: {}, body: { ...body, agent_id } };
    return agentHandlers.update_agent(call, service);
  },
} satisfies Partial<Handlers>;

/** The id of the organization's first agent with that external id, or 404. */
export async function requireExternal(
  db: Kysely<Database>,
  organization_id: string,
  external_agent_id: string,
): Promise<number> {
  const written = JSON.stringify({ external_agent_id }).slice(1, -1);
  const pattern = `%${written.replaceAll(/[\\%_]/g, "_")}%`;
  const rows = await db
    .selectFrom("agent")
    .select(["id", "record"])
    .where("organization_id", "=", organization_id)
    .where(sql<boolean>`record like ${pattern}`)
    .orderBy("id")
    .execute();
  const found = rows.find(({ record }) => JSON.parse(record).external_agent_id === external_agent_id);
  if (!found) throw notFound("agent with the external_agent_id", JSON.stringify(external_agent_id));
  return found.id;
}
