import { z } from "zod";
import { dateTime, freeObject, identifier, integer, uuid } from "./common.ts";

const nodeId = z.string().min(1);

const WorkflowNode = z.strictObject({
  id: nodeId,
  start: z.boolean().optional().describe("default: the nodes that no edge leads to"),
  end: z.boolean().optional().describe("default: the nodes that no edge leaves"),
  description: z.string().optional().describe("what the agent does there"),
  says: z.string().min(1).optional().describe("words that the agent has to say there"),
  tool_calls: z
    .array(z.strictObject({ name: z.string().min(1), parameters: freeObject.optional() }))
    .optional()
    .describe("what the agent has to call there"),
});

const WorkflowEdge = z.strictObject({
  from: nodeId,
  to: nodeId,
  condition: z.string().min(1).optional().describe("when the conversation goes this way"),
  utterance: z
    .string()
    .min(1)
    .optional()
    .describe("what the caller says; default: the condition in the caller's words"),
});

const graph = {
  nodes: z.array(WorkflowNode).min(1),
  edges: z.array(WorkflowEdge),
};

export const WorkflowCreate = z.strictObject({
  agent_id: identifier,
  name: z.string().min(1),
  ...graph,
});

export const Workflow = z.object({
  id: uuid,
  agent_id: integer,
  name: z.string(),
  ...graph,
  created_at: dateTime,
});

export const Workflows = z.object({ workflows: z.array(Workflow), total: integer });
