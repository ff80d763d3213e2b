import { z } from "zod";
import { BRIEF_MAXIMUM, NODES_MAXIMUM } from "../limits.ts";
import { dateTime, freeObject, identifier, integer, list, text } from "./common.ts";

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
  says: brief.min(1).optional().describe("words that the agent must say there"),
  tool_calls: list(z.strictObject({ name: brief.min(1), parameters: freeObject.optional() }))
    .optional()
    .describe("what the agent must call there"),
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

/** The graph is in `definition`, as in the hosted API, or next to the name. */
export const WorkflowCreate = z
  .strictObject({
    agent_id: identifier.optional(),
    agent_ids: list(identifier).nullish().describe("one agent; instead of agent_id"),
    name: text.min(1),
    description: text.nullish(),
    definition: z.strictObject(graph).optional(),
    nodes: graph.nodes.optional(),
    edges: graph.edges.optional(),
  })
  .superRefine(({ agent_id, agent_ids, definition, nodes, edges }, context) => {
    const missing = [
      ...(agent_id === undefined && !agent_ids?.length ? ["agent_id"] : []),
      ...(definition || nodes ? [] : ["nodes"]),
      ...(definition || edges ? [] : ["edges"]),
    ];
    for (const field of missing)
      context.addIssue({
        code: "custom",
        path: [field],
        message: field === "agent_id" ? "required, or agent_ids" : "required, or definition",
        params: { type: "missing" },
      });
  })
  .meta({
    allOf: [
      {
        if: { required: ["agent_ids"], properties: { agent_ids: { type: "array", minItems: 1 } } },
        else: { required: ["agent_id"] },
      },
      { if: { required: ["definition"] }, else: { required: ["nodes", "edges"] } },
    ],
  });

export const Workflow = z.object({
  id: z.string(),
  organization_id: z.string(),
  agent_ids: z.array(integer),
  name: z.string(),
  description: z.string().nullable(),
  definition: z.object(graph),
  created_at: dateTime,
  agent_id: integer,
  ...graph,
});

export const Workflows = z.object({ workflows: z.array(Workflow), total: integer });
