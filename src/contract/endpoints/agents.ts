/** Operations beyond the specification on agents. */
import { agent_id, type Endpoint } from "./row.ts";

export const agents = {
  create_agent: {
    method: "POST",
    path: "/v1/add-agent",
    tier: "hosted",
    summary: "Create an agent",
    body: "AgentCreate",
    answer: "CreatedAgent",
    errors: [],
    repeat: "once",
  },
  update_agent: {
    method: "POST",
    path: "/v1/update-agent",
    tier: "hosted",
    summary: "Change the named fields of an agent",
    body: "AgentUpdate",
    answer: "UpdatedAgent",
    errors: [404],
    repeat: "once",
  },
  get_agent: {
    method: "GET",
    path: "/v1/agents/{agent_id}",
    tier: "hosted",
    summary: "Show an agent",
    params: { agent_id },
    answer: "Agent",
    errors: [404],
    repeat: "safe",
  },
  delete_agent: {
    method: "DELETE",
    path: "/v1/agent/{agent_id}",
    tier: "hosted",
    summary: "Delete an agent that nothing has used yet, with its versions and labels",
    params: { agent_id },
    answer: "AgentAnswer",
    errors: [404, 409],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
