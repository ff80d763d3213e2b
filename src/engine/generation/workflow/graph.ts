/** A conversation that an agent should be able to have, as a graph: what the agent does in nodes, what the caller does on edges. */
export interface WorkflowGraph {
  nodes: readonly WorkflowNode[];
  edges: readonly WorkflowEdge[];
}

export interface WorkflowNode {
  id: string;
  /** Where a conversation begins; by default, at the nodes that no edge leads to, or else at the first. */
  start?: boolean | undefined;
  /** Where one may end; it always may at nodes that no edge leaves. */
  end?: boolean | undefined;
  /** What the agent does or says there, in words. */
  description?: string | undefined;
  /** Words that the agent has to say there. */
  says?: string | undefined;
  tool_calls?: readonly { name: string; parameters?: Record<string, unknown> | undefined }[] | undefined;
}

export interface WorkflowEdge {
  from: string;
  to: string;
  /** When the conversation takes this edge, in words: "the caller wants to cancel". */
  condition?: string | undefined;
  /** What the caller says there; default: the condition in the caller's own words. */
  utterance?: string | undefined;
}

const MAX_NODES = 500;
const MAX_EDGES = 2000;

/** What is wrong with a graph, each fault in a sentence; empty for a valid graph. */
export function graphFaults({ nodes, edges }: WorkflowGraph): string[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const twins = nodes.filter(({ id }, place) => nodes.findIndex((other) => other.id === id) !== place);
  const loose = edges.flatMap(({ from, to }) => [from, to]).filter((id) => !ids.has(id));
  const graph = { nodes, edges };
  const ends = new Set(endsOf(graph));
  return [
    ...(nodes.length > MAX_NODES ? [`a workflow has at most ${MAX_NODES} nodes, not ${nodes.length}`] : []),
    ...(edges.length > MAX_EDGES ? [`a workflow has at most ${MAX_EDGES} edges, not ${edges.length}`] : []),
    ...(nodes.length === 0 ? ["a workflow needs at least one node"] : []),
    ...[...new Set(twins.map(({ id }) => id))].map((id) => `the node ${JSON.stringify(id)} appears twice`),
    ...[...new Set(loose)].map((id) => `an edge names ${JSON.stringify(id)}, which is not a node`),
    ...(nodes.length > 0 && ends.size === 0
      ? ["no conversation can end: every node has an edge that leaves it, and none has end: true"]
      : []),
  ];
}

export function startsOf({ nodes, edges }: WorkflowGraph): string[] {
  const marked = nodes.filter(({ start }) => start === true);
  if (marked.length > 0) return marked.map(({ id }) => id);
  const reached = new Set(edges.map(({ to }) => to));
  const sources = nodes.filter(({ id }) => !reached.has(id));
  return (sources.length > 0 ? sources : nodes.slice(0, 1)).map(({ id }) => id);
}

export function endsOf({ nodes, edges }: WorkflowGraph): string[] {
  const left = new Set(edges.map(({ from }) => from));
  return nodes.filter(({ id, end }) => end === true || !left.has(id)).map(({ id }) => id);
}
