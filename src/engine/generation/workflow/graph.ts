/**
 * A conversation that an agent should be able to have, as a graph. Nodes are what the agent does, edges what
 * the caller does.
 */
export interface WorkflowGraph {
  nodes: readonly WorkflowNode[];
  edges: readonly WorkflowEdge[];
}

export interface WorkflowNode {
  id: string;
  /** Where a conversation begins. By default, at the nodes that no edge leads to, or else at the first. */
  start?: boolean | undefined;
  /** Where a conversation may end. It always may at nodes without outgoing edges. */
  end?: boolean | undefined;
  /** What the agent does or says in this node, in words. */
  description?: string | undefined;
  /** Words that the agent must say in this node. */
  says?: string | undefined;
  tool_calls?: readonly { name: string; parameters?: Record<string, unknown> | undefined }[] | undefined;
}

export interface WorkflowEdge {
  from: string;
  to: string;
  /** When the conversation takes this edge, in words: "the caller wants to cancel". */
  condition?: string | undefined;
  /** What the caller says. By default, the condition in the caller's own words. */
  utterance?: string | undefined;
}

const MAX_NODES = 500;
const MAX_EDGES = 2000;

/** The faults of a graph, each in a sentence. Empty for a valid graph. */
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
