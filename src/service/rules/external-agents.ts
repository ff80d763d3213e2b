/** Agents by their external id. */
import type { Handlers } from "../handler.ts";
import { requireExternal } from "./agents/external.ts";
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
