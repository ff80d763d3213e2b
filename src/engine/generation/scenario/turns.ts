import type { Side } from "../../../contract/values.ts";
import type { WorkflowGraph } from "../workflow/graph.ts";
import { pathsOf } from "../workflow/paths.ts";
import type { Content, ScenarioGraph, ScenarioNode } from "./graph.ts";

/** A turn on a path of a scenario, as it is kept in `enriched_playback`. */
export interface ScenarioTurn extends Record<string, unknown> {
  turn: number;
  role: Side;
  /** The words, if they are exact. */
  utterance?: string;
  /** What the agent says, in other words. */
  description?: string;
  silence_ms?: number;
  digits?: string;
  node: string;
  /** The chosen branch of an options node. */
  branch?: string;
}

/** A node, or a branch of an options node. */
interface Step {
  readonly node: ScenarioNode;
  readonly branch?: string;
}

/** The turns of each path from the start to an end, those with new edges first. */
export function turnsOfPaths(graph: ScenarioGraph): ScenarioTurn[][] {
  const { steps, plain } = unfolded(graph);
  return pathsOf(plain).map(({ start, edges }) =>
    [start, ...edges.flatMap((place) => plain.edges[place]?.to ?? [])]
      .flatMap((id) => turnOf(steps.get(id)))
      .map((turn, place) => ({ turn: place + 1, ...turn }) as ScenarioTurn),
  );
}

/** The graph with a node of its own for each branch, so that a path is a list of nodes. */
function unfolded({ nodes, edges }: ScenarioGraph): { steps: Map<string, Step>; plain: WorkflowGraph } {
  const steps = new Map<string, Step>();
  const ways: { from: string; to: string }[] = [];
  const idOf = (id: string, branch: string) => JSON.stringify([id, branch]);
  const withBranches = new Set<string>();
  for (const node of nodes ?? []) {
    steps.set(node.id, { node });
    if (node.type !== "options") continue;
    withBranches.add(node.id);
    for (const { id } of node.data?.branch_options ?? []) {
      steps.set(idOf(node.id, id), { node, branch: id });
      ways.push({ from: node.id, to: idOf(node.id, id) });
    }
  }
  for (const { source, target, sourceHandle } of edges ?? [])
    ways.push({
      from: withBranches.has(source) ? idOf(source, sourceHandle ?? "") : source,
      to: target,
    });
  const starts = [...steps].map(([id, { node }]) => ({ id, start: node.type === "start" }));
  return { steps, plain: { nodes: starts, edges: ways } };
}

function turnOf(step: Step | undefined): Omit<ScenarioTurn, "turn">[] {
  if (!step || step.node.type === "start") return [];
  const { node, branch } = step;
  if (node.type === "single") {
    const role = node.data?.speaker === "user" ? "USER" : "AGENT";
    return [{ role, ...said(node.data ?? {}), node: node.id }];
  }
  const chosen = node.data?.branch_options?.find(({ id }) => id === branch);
  return chosen ? [{ role: "USER", ...said(chosen), node: node.id, branch: chosen.id }] : [];
}

function said({ type, message, duration_ms, digits }: Content) {
  if (type === "silence") return { silence_ms: duration_ms ?? 0 };
  if (type === "dtmf") return { digits: (digits ?? "").trim().toUpperCase() };
  const words = (message ?? "").trim();
  return type === "exact" ? { utterance: words } : { description: words };
}
