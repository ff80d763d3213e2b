import { groupBy } from "../../../contract/group-by.ts";
import { endsOf, startsOf, type WorkflowGraph } from "./graph.ts";

/** A path through a graph: its first node, and the positions of its edges. */
export interface Path {
  start: string;
  edges: readonly number[];
}

/**
 * How many simple paths to look at, and how many steps to search. A dense graph has more paths than anybody
 * plays.
 */
const MAX_PATHS = 2000;
const MAX_STEPS = 50_000;

/**
 * Paths through a graph from a start to an end. First come the simple paths (no node twice), in an order that
 * covers the most new edges early. Then comes, for each edge that no simple path uses, the shortest walk over
 * it. A path has the same position however many are requested.
 */
export function pathsOf(graph: WorkflowGraph): Path[] {
  const simple = byNewEdges(simplePaths(graph));
  const used = new Set(simple.flatMap(({ edges }) => edges));
  const walks: Path[] = [];
  for (const edge of graph.edges.keys()) {
    if (used.has(edge)) continue;
    const walk = walkOver(graph, edge);
    if (!walk) continue;
    walks.push(walk);
    for (const place of walk.edges) used.add(place);
  }
  return [...simple, ...walks];
}

/** All paths that visit no node twice, in the order of the edges. */
function simplePaths(graph: WorkflowGraph): Path[] {
  const leaving = edgesFrom(graph);
  const ends = new Set(endsOf(graph));
  const hopeful = reaching(graph, ends);
  const found: Path[] = [];
  let steps = 0;
  const search = (
    start: string,
    node: string,
    visited: ReadonlySet<string>,
    edges: readonly number[],
  ): void => {
    steps += 1;
    if (found.length >= MAX_PATHS || steps > MAX_STEPS) return;
    if (ends.has(node)) found.push({ start, edges });
    for (const [place, { to }] of leaving.get(node) ?? [])
      if (!visited.has(to) && hopeful.has(to))
        search(start, to, new Set([...visited, to]), [...edges, place]);
  };
  for (const start of startsOf(graph)) if (hopeful.has(start)) search(start, start, new Set([start]), []);
  return found;
}

/** Greedy: the next path is the first of those with the most unused edges. */
function byNewEdges(paths: readonly Path[]): Path[] {
  const waiting = [...paths];
  const used = new Set<number>();
  const ordered: Path[] = [];
  for (;;) {
    const gains = waiting.map(({ edges }) => edges.filter((edge) => !used.has(edge)).length);
    const most = Math.max(0, ...gains);
    if (most === 0) return [...ordered, ...waiting];
    const [next] = waiting.splice(gains.indexOf(most), 1);
    if (!next) return ordered;
    ordered.push(next);
    for (const edge of next.edges) used.add(edge);
  }
}

/** The shortest walk from a start over an edge to an end, or undefined if there is none. */
function walkOver(graph: WorkflowGraph, place: number): Path | undefined {
  const edge = graph.edges[place];
  if (!edge) return undefined;
  const there = startsOf(graph).flatMap((start) => {
    const edges = shortest(graph, start, new Set([edge.from]));
    return edges ? [{ start, edges }] : [];
  });
  const [first] = there.toSorted((a, b) => a.edges.length - b.edges.length);
  const rest = shortest(graph, edge.to, new Set(endsOf(graph)));
  return first && rest && { start: first.start, edges: [...first.edges, place, ...rest] };
}

/** The edges of a shortest path from a node to one of several (breadth first). */
function shortest(
  graph: WorkflowGraph,
  from: string,
  targets: ReadonlySet<string>,
): readonly number[] | undefined {
  const leaving = edgesFrom(graph);
  const seen = new Set([from]);
  const queue: { node: string; edges: readonly number[] }[] = [{ node: from, edges: [] }];
  for (const { node, edges } of queue) {
    if (targets.has(node)) return edges;
    for (const [place, { to }] of leaving.get(node) ?? [])
      if (!seen.has(to)) {
        seen.add(to);
        queue.push({ node: to, edges: [...edges, place] });
      }
  }
  return undefined;
}

/** The nodes from which at least one target can be reached, including the targets. */
function reaching({ edges }: WorkflowGraph, targets: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(targets);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { from, to } of edges) if (found.has(to)) found.add(from);
  }
  return found;
}

/** The edges that leave each node, with their positions. */
const edgesFrom = ({ edges }: WorkflowGraph) => groupBy(edges.entries(), ([, { from }]) => from);
