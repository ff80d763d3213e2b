/** Operations of the hosted API on scenarios: conversations as graphs of what both sides say. */
import type { Endpoint } from "./row.ts";

/** The published name of the parameter. */
const workflow_id = { type: "uuid" } as const;

export const scenarios = {
  list_scenarios: {
    method: "GET",
    path: "/v1/scenario",
    tier: "hosted",
    summary: "List the scenarios of the organization, or those of an agent",
    query: { agent_id: { type: "integer", optional: true } },
    answer: "Scenarios",
    list: "workflows",
    errors: [404],
    repeat: "safe",
  },
  create_scenario: {
    method: "POST",
    path: "/v1/scenario",
    tier: "hosted",
    summary: "Create a scenario: a graph whose every path from its start is a conversation",
    body: "ScenarioCreate",
    answer: "Scenario",
    errors: [400, 404],
    repeat: "once",
  },
  get_scenario: {
    method: "GET",
    path: "/v1/scenario/{workflow_id}",
    tier: "hosted",
    summary: "Show a scenario",
    params: { workflow_id },
    answer: "Scenario",
    errors: [404],
    repeat: "safe",
  },
  update_scenario: {
    method: "PUT",
    path: "/v1/scenario/{workflow_id}",
    tier: "hosted",
    summary: "Change the named fields of a scenario; digital humans generated from it keep their path",
    params: { workflow_id },
    body: "ScenarioUpdate",
    answer: "Scenario",
    errors: [400, 404],
    repeat: "safe",
  },
  delete_scenario: {
    method: "DELETE",
    path: "/v1/scenario/{workflow_id}",
    tier: "hosted",
    summary: "Delete a scenario permanently; digital humans generated from it are kept",
    params: { workflow_id },
    answer: "DeletedWorkflow",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
