/** Operations of the hosted API on agents by their external id. */
import type { Endpoint } from "./row.ts";

export const externalAgents = {
  get_agent_by_external_id: {
    method: "GET",
    path: "/v1/agent-by-external-id/{external_id}",
    tier: "hosted",
    summary: "Show the agent with this external_agent_id",
    params: { external_id: { type: "string" } },
    answer: "Agent",
    errors: [404],
    repeat: "safe",
  },
  update_agent_by_external_id: {
    method: "PUT",
    path: "/v1/update-agent-by-external-id",
    tier: "hosted",
    summary: "Change the named fields of the agent with this external_agent_id",
    body: "AgentUpdateByExternalId",
    answer: "UpdatedAgent",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
