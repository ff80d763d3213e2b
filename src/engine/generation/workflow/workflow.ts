import { quoted, toolName } from "../../rules-language/write.ts";
import { titleOf } from "../../words/title.ts";
import { guidance } from "../criteria.ts";
import type { Generated, GeneratedDigitalHuman } from "../digital-human.ts";
import { GREETING, monologue } from "../monologue.ts";
import type { WorkflowGraph } from "./graph.ts";
import { type Path, pathsOf } from "./paths.ts";
import { type PlaybackTurn, playbackOf } from "./playback.ts";

/** A stored workflow, and how many of its paths are requested. */
export interface WorkflowRequest {
  kind: "workflow_adherence" | "workflow_adherence_v2";
  id: string;
  name: string;
  graph: WorkflowGraph;
  count: number;
}

/**
 * A digital human for each of the first paths of a workflow. Like every workflow caller, it has no intent and
 * no success criteria of its own. Its turns are its playback, its lines are scripted, and the path's tool
 * calls are expected.
 */
export function workflowCallers(request: WorkflowRequest, seed: string): Generated[] {
  return pathsOf(request.graph)
    .slice(0, request.count)
    .map((path, index) => {
      const playback = playbackOf(request.graph, path);
      const metric = metricOf(request, path, playback);
      return { digital_human: callerOf(request, path, { index, playback, seed }), ...(metric && { metric }) };
    });
}

function callerOf(
  { kind, id, name, graph }: WorkflowRequest,
  path: Path,
  { index, playback, seed }: { index: number; playback: PlaybackTurn[]; seed: string },
): GeneratedDigitalHuman {
  const lines = playback.flatMap(({ role, utterance }) => (role === "USER" && utterance ? [utterance] : []));
  const expected = toolCallsOf(playback);
  return {
    name: `${titleOf(name)}: path ${index + 1}`,
    tag: kind,
    intent: "",
    success_criteria: "",
    ...monologue([GREETING, ...lines]),
    enriched_playback: playback,
    ...(expected.length > 0 && { expected_tool_calls: expected }),
    ...(kind === "workflow_adherence_v2" && { workflow_v2_id: id }),
    workflow_path_index: index,
    generation: { generated_by: "rules", kind, seed, source: sourceOf(graph, path) },
  };
}

/** The nodes of a path: "greet > ask day > book". */
function sourceOf({ edges }: WorkflowGraph, path: Path): string {
  return [path.start, ...path.edges.flatMap((place) => edges[place]?.to ?? [])].join(" > ");
}

const toolCallsOf = (playback: readonly PlaybackTurn[]) =>
  playback.flatMap(({ tool_calls }) =>
    (tool_calls ?? []).map(({ name, parameters }) => ({ name, ...(parameters && { parameters }) })),
  );

/**
 * Requires that the agent says and calls what the nodes of the path demand. Undefined if they demand nothing
 * exact.
 */
function metricOf({ name, graph }: WorkflowRequest, path: Path, playback: readonly PlaybackTurn[]) {
  const rules = [
    ...playback.flatMap(({ role, utterance }) =>
      role === "AGENT" && utterance ? [`pass when agent says ${quoted(utterance)}`] : [],
    ),
    ...toolCallsOf(playback).map(({ name: tool }) => `pass when tool ${toolName(tool)} called`),
  ];
  if (rules.length === 0) return undefined;
  const source = sourceOf(graph, path);
  return {
    name: titleOf(`${name}: ${source}`),
    description: `The agent follows the path ${source}.`,
    response_type: "pass_fail" as const,
    scoring_guidance: guidance([{ says: `The agent follows the path ${source}.`, rules }]),
  };
}
