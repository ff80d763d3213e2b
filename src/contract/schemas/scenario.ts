import { z } from "zod";
import { BRIEF_MAXIMUM, NODES_MAXIMUM } from "../limits.ts";
import { anyObject, dateTime, identifier, integer, list, text, uuid } from "./common.ts";

const brief = z.string().max(BRIEF_MAXIMUM);
const nodeId = brief.min(1);

const content = {
  type: brief.nullish().describe("exact, contextual (only the agent's), silence, or dtmf"),
  message: brief.nullish().describe("for exact and contextual: the words, or what they come to"),
  duration_ms: z.number().nullish().describe("for silence"),
  digits: brief.nullish().describe("for dtmf: 0-9, *, # and A-D"),
};

/** Editors of graphs keep fields of their own in nodes and edges, so further ones are kept. */
const ScenarioNode = z.looseObject({
  id: nodeId,
  type: z.enum(["start", "single", "options"]),
  data: z
    .looseObject({
      ...content,
      speaker: z.enum(["agent", "user"]).nullish().describe("default: agent; options are always the user's"),
      branch_options: list(z.looseObject({ id: brief, ...content }), NODES_MAXIMUM)
        .nullish()
        .describe("for options: what the caller can do there, at least two"),
    })
    .nullish(),
});

const ScenarioEdge = z.looseObject({
  source: nodeId,
  target: nodeId,
  sourceHandle: brief.nullish().describe("from options: the id of the branch"),
});

const ScenarioGraph = z
  .looseObject({
    nodes: list(ScenarioNode, NODES_MAXIMUM).nullish(),
    edges: list(ScenarioEdge).nullish(),
  })
  .describe("a graph in the form of React Flow; one without single and options nodes is a draft");

const name = text.min(1).max(255);

export const ScenarioCreate = z.strictObject({
  name,
  agent_ids: list(identifier).nullish().describe("default: any agent of the organization"),
  description: text.nullish(),
  definition: ScenarioGraph,
});

/** A patch: omitted fields stay unchanged. */
export const ScenarioUpdate = z.strictObject({
  name: name.nullish().describe("null: unchanged"),
  agent_ids: list(identifier).nullish().describe("replaces them; null or none: any agent"),
  description: text.nullish(),
  definition: ScenarioGraph.nullish().describe("replaces the graph; null: unchanged"),
});

export const Scenario = z.object({
  id: uuid,
  organization_id: z.string(),
  agent_ids: z.array(integer),
  name: z.string(),
  description: z.string().nullable(),
  definition: anyObject,
  created_at: dateTime,
});

/** The key is the published one. */
export const Scenarios = z.object({ workflows: z.array(Scenario), total_count: integer });
