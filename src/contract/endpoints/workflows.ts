/** Operations beyond the specification on workflows. */
import { agent_id, type Endpoint } from "./row.ts";

export const workflows = {
  create_workflow: {
    method: "POST",
    path: "/v1/workflow",
    tier: "hosted",
    summary: "Create a workflow: a graph of conversations that an agent must follow",
    body: "WorkflowCreate",
    answer: "Workflow",
    errors: [400, 404],
    repeat: "once",
  },
  get_workflow: {
    method: "GET",
    path: "/v1/workflow/{workflow_id}",
    tier: "hosted",
    summary: "Show a workflow",
    params: { workflow_id: { type: "uuid" } },
    answer: "Workflow",
    errors: [404],
    repeat: "safe",
  },
  list_workflows: {
    method: "GET",
    path: "/v1/agents/{agent_id}/workflows",
    tier: "own",
    summary: "List the workflows of an agent",
    params: { agent_id },
    answer: "Workflows",
    list: "workflows",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
