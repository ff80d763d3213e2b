/** A scenario: a conversation as a graph in the form of React Flow. Nodes are turns of either side. */
import { DAY_MS } from "../../../contract/duration.ts";
export interface ScenarioGraph {
  readonly nodes?: readonly ScenarioNode[] | null | undefined;
  readonly edges?: readonly ScenarioEdge[] | null | undefined;
}

export interface ScenarioNode {
  readonly id: string;
  /** One of `NODE_TYPES`; others are faults. */
  readonly type: string;
  readonly data?: NodeData | null | undefined;
}

/** What is said or done in a turn. */
export interface Content {
  readonly type?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly duration_ms?: number | null | undefined;
  readonly digits?: string | null | undefined;
}

interface NodeData extends Content {
  /** Agent, unless it is `user`. */
  readonly speaker?: string | null | undefined;
  readonly branch_options?: readonly (Content & { readonly id: string })[] | null | undefined;
}

export interface ScenarioEdge {
  readonly source: string;
  readonly target: string;
  readonly sourceHandle?: string | null | undefined;
}

const NODE_TYPES = ["start", "single", "options"];
const SPEAKERS = ["agent", "user"];
const LONGEST_SILENCE_MS = DAY_MS;
const KEYS = /^[0-9*#A-D]+$/i;

const isContent = ({ type }: ScenarioNode) => type !== "start";

/** Whether a graph has no turns yet. */
export const isDraft = ({ nodes }: ScenarioGraph): boolean => !(nodes ?? []).some(isContent);

/**
 * The faults of a graph, each in a sentence that names its node. Empty for a valid graph. A draft is only
 * refused for a second start.
 */
export function scenarioFaults(graph: ScenarioGraph): string[] {
  const { nodes, edges } = { nodes: graph.nodes ?? [], edges: graph.edges ?? [] };
  const starts = nodes.filter(({ type }) => type === "start");
  const twins =
    starts.length > 1 ? [`the node ${named(starts[1])} is a second start; a scenario has one`] : [];
  if (isDraft(graph)) return twins;
  const faults = [...twins, ...nodes.flatMap(faultsOfNode), ...faultsOfEdges(nodes, edges)];
  // Ways through the graph mean something only if its edges do.
  return faults.length > 0 ? faults : faultsOfWays(nodes, edges, starts[0]);
}

const named = (node: { readonly id: string } | undefined) => JSON.stringify(node?.id ?? "");

function faultsOfNode(node: ScenarioNode, place: number, all: readonly ScenarioNode[]): string[] {
  const twin = all.findIndex(({ id }) => id === node.id) !== place;
  return [
    ...(twin ? [`the node ${named(node)} appears twice`] : []),
    ...faultsWithin(node).map((fault) => `the node ${named(node)} ${fault}`),
  ];
}

function faultsWithin({ type, data }: ScenarioNode): string[] {
  if (!NODE_TYPES.includes(type)) return [mustBe("type", type, NODE_TYPES)];
  if (type === "start") return [];
  const { speaker } = data ?? {};
  if (speaker && !SPEAKERS.includes(speaker)) return [mustBe("speaker", speaker, SPEAKERS)];
  return type === "single" ? faultsOfTurn(data ?? {}) : faultsOfOptions(data ?? {});
}

const mustBe = (field: string, value: string | null, choices: readonly string[]) =>
  `has the ${field} ${JSON.stringify(value)}; it must be one of ${choices.join(", ")}`;

function faultsOfTurn({ speaker, ...content }: NodeData): string[] {
  if (content.type === "contextual" && speaker === "user")
    return ["is contextual, which only a turn of the agent can be; give the user exact words"];
  return faultsOfContent(content, ["exact", "contextual", "silence", "dtmf"]);
}

function faultsOfOptions({ speaker, branch_options }: NodeData): string[] {
  const branches = branch_options ?? [];
  const ids = branches.map(({ id }) => id);
  return [
    ...(speaker === "agent" ? ["has options for the agent; only the user has options"] : []),
    ...(branches.length < 2 ? [`needs at least two branch_options, not ${branches.length}`] : []),
    ...branches.flatMap((branch, place) => [
      ...(branch.id === "" ? [`has a branch without an id, at ${place}`] : []),
      ...(ids.indexOf(branch.id) === place ? [] : [`has two branches with the id ${named(branch)}`]),
      ...faultsOfContent(branch, ["exact", "silence", "dtmf"]).map(
        (fault) => `has a branch ${named(branch)} that ${fault}`,
      ),
    ]),
  ];
}

function faultsOfContent(
  { type, message, duration_ms, digits }: Content,
  types: readonly string[],
): string[] {
  if (!type || !types.includes(type)) return [mustBe("type", type ?? null, types)];
  if (type === "silence") {
    const isWithin = typeof duration_ms === "number" && duration_ms >= 0 && duration_ms <= LONGEST_SILENCE_MS;
    return isWithin ? [] : [`is a silence, which needs a duration_ms from 0 to ${LONGEST_SILENCE_MS}`];
  }
  if (type === "dtmf")
    return KEYS.test(digits?.trim() ?? "") ? [] : ["presses keys, which needs digits of 0-9, *, # and A-D"];
  return message?.trim() ? [] : [`is ${type}, which needs a message`];
}

function faultsOfEdges(nodes: readonly ScenarioNode[], edges: readonly ScenarioEdge[]): string[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const loose = new Set(
    edges.flatMap(({ source, target }) => [source, target]).filter((id) => !known.has(id)),
  );
  const branches = new Map(
    nodes.map(({ id, data }) => [id, new Set((data?.branch_options ?? []).map((branch) => branch.id))]),
  );
  return [
    ...[...loose].map((id) => `an edge names ${JSON.stringify(id)}, which is not a node`),
    ...edges.flatMap(({ source, target, sourceHandle }) => {
      const node = known.get(source);
      if (node?.type !== "options" || branches.get(source)?.has(sourceHandle ?? "")) return [];
      const given = sourceHandle
        ? `${JSON.stringify(sourceHandle)}, which is not one of its branches`
        : "none";
      return [
        `the edge from ${named(node)} to ${JSON.stringify(target)} needs the id of a branch as its sourceHandle, and has ${given}`,
      ];
    }),
  ];
}

function faultsOfWays(
  nodes: readonly ScenarioNode[],
  edges: readonly ScenarioEdge[],
  start: ScenarioNode | undefined,
): string[] {
  if (!start) return ["no paths from Start: the scenario has no node of the type start"];
  const leaving = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { source, target } of edges) leaving.get(source)?.push(target);
  const inCircle = circlesOf(leaving);
  if (inCircle.length > 0)
    return [`a scenario has no circles, but these nodes are in one: ${inCircle.join(", ")}`];
  const reached = new Set([start.id]);
  for (const id of reached) for (const next of leaving.get(id) ?? []) reached.add(next);
  return nodes
    .filter((node) => isContent(node) && !reached.has(node.id))
    .map((node) => `the node ${named(node)} cannot be reached from the start`);
}

/** The nodes in a circle, or on the way from one to another. */
function circlesOf(leaving: ReadonlyMap<string, readonly string[]>): string[] {
  const behind = remaining(leaving);
  const backwards = new Map<string, string[]>([...behind].map((id) => [id, []]));
  for (const id of behind) for (const next of leaving.get(id) ?? []) backwards.get(next)?.push(id);
  return [...remaining(backwards)].map((id) => JSON.stringify(id));
}

/** The nodes that remain when all without incoming edges are taken away, again and again. */
function remaining(leaving: ReadonlyMap<string, readonly string[]>): Set<string> {
  const arriving = new Map([...leaving.keys()].map((id) => [id, 0]));
  const count = (id: string, by: number) => {
    const now = (arriving.get(id) ?? 0) + by;
    arriving.set(id, now);
    return now;
  };
  for (const target of [...leaving.values()].flat()) count(target, 1);
  const free = [...arriving].filter(([, edges]) => edges === 0).map(([id]) => id);
  for (const id of free) {
    arriving.delete(id);
    for (const target of leaving.get(id) ?? []) if (count(target, -1) === 0) free.push(target);
  }
  return new Set(arriving.keys());
}
