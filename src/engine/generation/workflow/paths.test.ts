import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graphFaults, type WorkflowGraph } from "./graph.ts";
import { type Path, pathsOf } from "./paths.ts";

/** "a>b b>c": the edges of a graph, which also determine its nodes. */
function graphOf(line: string): WorkflowGraph {
  const edges = line.split(" ").map((edge) => {
    const [from = "", to = ""] = edge.split(">");
    return { from, to };
  });
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  return { nodes: ids.map((id) => ({ id })), edges };
}

const written = (graph: WorkflowGraph) => (path: Path) =>
  [path.start, ...path.edges.map((place) => graph.edges[place]?.to)].join("");

describe("pathsOf", () => {
  test("finds every simple path", () => {
    // From a over b or c to d, and from b straight to c: a b d, a c d, a b c d.
    const graph = graphOf("a>b a>c b>d c>d b>c");
    expect(pathsOf(graph).map(written(graph)).toSorted()).toEqual(["abcd", "abd", "acd"]);
  });

  test("puts paths first that use edges which no path before used", () => {
    // abcd uses three new edges; then abd uses b>d and acd uses a>c; abcd's edges are all used by nothing else.
    const graph = graphOf("a>b a>c b>d c>d b>c");
    const paths = pathsOf(graph);
    expect(paths.map(written(graph))[0]).toBe("abcd");
    expect(new Set(paths.slice(0, 3).flatMap(({ edges }) => edges)).size).toBe(5);
  });

  test("walks over an edge that leads back by the shortest way, after the simple paths", () => {
    const graph = graphOf("a>b b>c c>b c>d");
    expect(pathsOf(graph).map(written(graph))).toEqual(["abcd", "abcbcd"]);
  });

  test("leaves out what cannot end", () => {
    const graph = graphOf("a>b a>x x>y y>x");
    expect(pathsOf(graph).map(written(graph))).toEqual(["ab"]);
  });

  test("ends at nodes that say so, and also follows their edges", () => {
    const graph = graphOf("a>b b>c");
    const ending = { ...graph, nodes: graph.nodes.map((node) => ({ ...node, end: node.id === "b" })) };
    expect(pathsOf(ending).map(written(ending)).toSorted()).toEqual(["ab", "abc"]);
  });

  test("a dense graph is answered all the same", () => {
    const nodes = Array.from({ length: 12 }, (_, id) => `n${id}`);
    const edges = nodes.flatMap((from) => nodes.filter((to) => to !== from).map((to) => `${from}>${to}`));
    const graph = graphOf([...edges, "n11>end"].join(" "));
    const started = { ...graph, nodes: graph.nodes.map((node) => ({ ...node, start: node.id === "n0" })) };
    expect(pathsOf(started).length).toBeGreaterThanOrEqual(2000);
  });

  test("every path is connected, begins at a start and ends at an end; every edge on a way to an end is used", () => {
    const arbitrary = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), {
        minLength: 1,
        maxLength: 14,
      })
      .map((pairs) => graphOf(pairs.map(([from, to]) => `${from}>${to}`).join(" ")));
    fc.assert(
      fc.property(arbitrary, (graph) => {
        const paths = pathsOf(graph);
        for (const { start, edges } of paths) {
          let at = start;
          for (const place of edges) {
            expect(graph.edges[place]?.from).toBe(at);
            at = graph.edges[place]?.to ?? "";
          }
          expect(graph.edges.some(({ from }) => from === at)).toBe(false);
        }
        expect(new Set(paths.map(written(graph))).size).toBeLessThanOrEqual(paths.length);
      }),
    );
  });
});

describe("graphFaults", () => {
  test("names each fault", () => {
    const faults = graphFaults({
      nodes: [{ id: "a" }, { id: "a" }, { id: "b" }],
      edges: [
        { from: "a", to: "b" },
        { from: "b", to: "a" },
        { from: "b", to: "c" },
      ],
    });
    expect(faults).toEqual([
      'the node "a" appears twice',
      'an edge names "c", which is not a node',
      "no conversation can end: every node has an edge that leaves it, and none has end: true",
    ]);
  });

  test("has nothing against a single node", () => {
    expect(graphFaults({ nodes: [{ id: "a" }], edges: [] })).toEqual([]);
  });
});
