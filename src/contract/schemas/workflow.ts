import { z } from "zod";
import { BRIEF_MAXIMUM, NODES_MAXIMUM } from "../limits.ts";
import { dateTime, freeObject, identifier, integer, list, text, uuid } from "./common.ts";

const brief = z.string().max(BRIEF_MAXIMUM);
const nodeId = brief.min(1);

const WorkflowNode = z.strictObject({
  id: nodeId,
  start: z
    .boolean()
    .optional()
    .describe("conversations may begin here; by default, at the nodes that no edge leads to"),
  end: z
    .boolean()
    .optional()
    .describe("conversations may end here; they always may at nodes that no edge leaves"),
  description: brief.optional().describe("what the agent does there"),
  says: brief.min(1).optional().describe("words that the agent has to say there"),
  tool_calls: list(z.strictObject({ name: brief.min(1), parameters: freeObject.optional() }))
    .optional()
    .describe("what the agent has to call there"),
});

const WorkflowEdge = z.strictObject({
  from: nodeId,
  to: nodeId,
  condition: brief.min(1).optional().describe("when the conversation goes this way"),
  utterance: brief
    .min(1)
    .optional()
    .describe("what the caller says; default: the condition in the caller's words"),
});

const graph = {
  nodes: list(WorkflowNode, NODES_MAXIMUM).min(1),
  edges: list(WorkflowEdge),
};

export const WorkflowCreate = z.strictObject({
  agent_id: identifier,
  name: text.min(1),
  ...graph,
});

export const Workflow = z.object({
  id: uuid,
  agent_id: integer,
  name: z.string(),
  ...graph,
  description: z.string().nullish(),
  created_at: dateTime,
});

export const Workflows = z.object({ workflows: z.array(Workflow), total: integer });
