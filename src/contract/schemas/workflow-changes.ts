import { z } from "zod";
import { identifier, integer, list, text, uuid } from "./common.ts";
import { Workflow } from "./workflow.ts";

const { nodes, edges } = Workflow.shape;

/** A patch: omitted fields stay unchanged. Null also means unchanged, except for the description. */
export const WorkflowUpdate = z.strictObject({
  name: text.min(1).nullish(),
  agent_ids: list(identifier).nullish().describe("one agent"),
  description: text.nullish(),
  definition: z.strictObject({ nodes, edges }).nullish().describe("replaces the graph"),
});

export const WorkflowDuplicate = z.strictObject({
  name: text.min(1).nullish().describe("default: the original's name, followed by (copy)"),
});

export const WorkflowList = z.object({ workflows: z.array(Workflow), total_count: integer });
export const DeletedWorkflow = z.object({ message: z.string(), deleted_workflow_id: uuid });
