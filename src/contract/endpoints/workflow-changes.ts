/** Operations of the hosted API that list and change workflows. */
import type { Endpoint } from "./row.ts";

const workflow_id = { type: "uuid" } as const;

export const workflowChanges = {
  list_all_workflows: {
    method: "GET",
    path: "/v1/workflow",
    tier: "hosted",
    summary: "List the workflows of the organization, or of an agent",
    query: { agent_id: { type: "integer", optional: true } },
    answer: "WorkflowList",
    list: "workflows",
    errors: [404],
    repeat: "safe",
  },
  update_workflow: {
    method: "PUT",
    path: "/v1/workflow/{workflow_id}",
    tier: "hosted",
    summary: "Change the named fields of a workflow; digital humans created from it keep their path",
    params: { workflow_id },
    body: "WorkflowUpdate",
    answer: "Workflow",
    errors: [400, 404],
    repeat: "safe",
  },
  duplicate_workflow: {
    method: "POST",
    path: "/v1/workflow/{workflow_id}/duplicate",
    tier: "hosted",
    summary: "Copy a workflow",
    params: { workflow_id },
    body: "WorkflowDuplicate",
    answer: "Workflow",
    errors: [404],
    repeat: "once",
  },
  delete_workflow: {
    method: "DELETE",
    path: "/v1/workflow/{workflow_id}",
    tier: "hosted",
    summary: "Delete a workflow permanently; digital humans created from it are kept",
    params: { workflow_id },
    answer: "DeletedWorkflow",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
