import { describe, expect, test } from "vitest";
import { prepareCaller } from "../../caller/caller.ts";
import { converse, loadAgent } from "../testing/converse.ts";
import { type ScenarioGraph, type ScenarioNode, scenarioFaults } from "./graph.ts";
import { scenarioCallers } from "./scenario.ts";

const START: ScenarioNode = { id: "start", type: "start" };
const agent = (id: string, message: string, type = "exact"): ScenarioNode => ({
  id,
  type: "single",
  data: { type, message },
});
const user = (id: string, data: object): ScenarioNode => ({
  id,
  type: "single",
  data: { speaker: "user", ...data },
});
/** A path through the nodes, in their order. */
const inOrder = (...nodes: ScenarioNode[]): ScenarioGraph => {
  const all = [START, ...nodes];
  return {
    nodes: all,
    edges: all.slice(1).map(({ id }, place) => ({ source: all[place]?.id ?? "", target: id })),
  };
};
const says = (message: string) => ({ type: "exact", message });

const callersOf = (definition: ScenarioGraph, count = 9) =>
  scenarioCallers({ kind: "workflow_adherence_v2", id: "s", name: "Menu", definition, count }, "1");
const scriptOf = (definition: ScenarioGraph) => callersOf(definition)[0]?.digital_human;

describe("the script of a path", () => {
  test("waits for the agent, and joins words, and keys, that follow each other", () => {
    const script = scriptOf(
      inOrder(
        agent("greet", "Hello"),
        user("a", says("My order is late.")),
        user("b", says("It has not come.")),
        agent("which", "Which one?"),
        user("c", { type: "silence", duration_ms: 1500 }),
        user("d", { type: "dtmf", digits: "12" }),
        user("e", { type: "dtmf", digits: "#" }),
      ),
    );
    expect(script?.speaks_first_config).toEqual({ mode: "custom", message: "Hello." });
    expect(script?.scripted_responses).toMatchObject([
      { response_type: "phrase", response_value: "My order is late. It has not come.", occurrence_n: 1 },
      { response_type: "dtmf", response_value: "12#", silence_duration: 1.5, occurrence_n: 2 },
      { response_value: expect.stringContaining("last question"), occurrence_n: 3 },
    ]);
    expect(script?.scripted_responses?.every(({ match_type }) => match_type === "any")).toBe(true);
  });

  test("opens with its words if the path does, and else not", () => {
    const opening = scriptOf(inOrder(user("a", says("I want to cancel.")), agent("b", "Why?")));
    expect(opening?.speaks_first_config).toEqual({
      speaks_first: true,
      mode: "custom",
      message: "I want to cancel.",
    });
    expect(opening?.scripted_responses).toHaveLength(1);
    const keys = scriptOf(inOrder(user("a", { type: "dtmf", digits: "1" }), agent("b", "Support")));
    expect(keys?.speaks_first_config).toEqual({ mode: "custom", message: "Hello." });
    const silent = scriptOf(
      inOrder(user("a", { type: "silence", duration_ms: 2000 }), user("b", says("Are you there?"))),
    );
    expect(silent?.speaks_first_config).toEqual({ mode: "custom", message: "Hello." });
    expect(silent?.scripted_responses?.[0]).toMatchObject({
      response_value: "Are you there?",
      silence_duration: 2,
    });
  });
});

describe("the metric of a path", () => {
  const metricOf = (...nodes: ScenarioNode[]) => callersOf(inOrder(...nodes))[0]?.metric;

  test("requires exact words, asks a judge where nothing is exact, and asks nothing of a path without either", () => {
    expect(metricOf(agent("a", "Hello there"))?.scoring_guidance).toContain(
      'pass when agent says "Hello there"',
    );
    const judged = metricOf(agent("a", "Greets the caller", "contextual"));
    expect(judged?.scoring_guidance).toMatch(/^Pass if .*\n- a: Greets the caller$/);
    expect(metricOf({ id: "a", type: "single", data: { type: "silence", duration_ms: 5 } })).toBeUndefined();
  });

  test("says which turns no rule checks", () => {
    const mixed = metricOf(agent("a", "Hello there"), agent("b", "Asks for the name", "contextual"));
    expect(mixed?.description).toContain("no rule checks: b: Asks for the name");
  });
});

test("a path is played turn by turn, whatever the agent says", async () => {
  const clinic = await loadAgent("clinic");
  const [made] = callersOf(
    inOrder(
      user("a", says("I'd like to come on Tuesday.")),
      agent("b", "Shall I book it?"),
      user("c", { type: "dtmf", digits: "1" }),
      agent("d", "Your name?"),
      user("e", says("Dana Brook.")),
    ),
  );
  if (!made) throw new Error("no caller");
  const { turns, ended } = converse(made.digital_human, clinic);
  expect(turns.filter(({ speaker }) => speaker === "USER").map(({ text }) => text)).toEqual([
    "I'd like to come on Tuesday.",
    "1",
    "Dana Brook.",
    "All right, that was my last question. Goodbye.",
  ]);
  expect(ended?.end_reason).toBe("hangup_phrase");
});

test("no turn of a path is left over to be said again", () => {
  const [made] = callersOf(
    inOrder(
      user("a", says("Hello, it's me.")),
      agent("b", "Yes?"),
      user("c", says("Wait.")),
      user("d", { type: "silence", duration_ms: 20 }),
      user("e", says("Dana Brook.")),
    ),
  );
  expect(made && prepareCaller(made.digital_human).replay.lines).toEqual([]);
});

test("paths are those from the start, by the branches that the caller can take", () => {
  const branches = ["x", "y", "z"].map((id) => ({ id, ...says(id) }));
  const definition: ScenarioGraph = {
    nodes: [
      START,
      agent("ask", "Which?"),
      { id: "choice", type: "options", data: { branch_options: branches } },
      agent("one", "One"),
      agent("two", "Two"),
    ],
    edges: [
      { source: "start", target: "ask" },
      { source: "ask", target: "choice" },
      { source: "choice", target: "one", sourceHandle: "x" },
      { source: "choice", target: "two", sourceHandle: "y" },
      { source: "one", target: "two" },
    ],
  };
  expect(scenarioFaults(definition)).toEqual([]);
  const sources = callersOf(definition).map(({ digital_human }) => digital_human.generation.source);
  expect(sources.toSorted()).toEqual([
    "ask > choice (x) > one > two",
    "ask > choice (y) > two",
    "ask > choice (z)",
  ]);
  expect(callersOf(definition, 2)).toHaveLength(2);
  expect(callersOf({ nodes: [START] })).toEqual([]);
});

describe("the faults of a graph", () => {
  test.each<[string, readonly ScenarioNode[], string]>([
    ["a second start", [{ id: "b", type: "start" }], 'the node "b" is a second start; a scenario has one'],
    ["an id twice", [agent("a", "Hi"), agent("a", "Ho")], 'the node "a" appears twice'],
    ["no words", [agent("a", " ")], 'the node "a" is exact, which needs a message'],
    ["an unknown type", [agent("a", "Hi", "shout")], 'the node "a" has the type "shout"; it must be one of'],
    ["a node of another kind", [{ id: "a", type: "loop" }], 'the node "a" has the type "loop"'],
    ["another speaker", [user("a", { ...says("Hi"), speaker: "bot" })], 'the node "a" has the speaker "bot"'],
    ["no type", [{ id: "a", type: "single" }], 'the node "a" has the type null; it must be one of'],
    [
      "a contextual user",
      [user("a", { type: "contextual", message: "Hi" })],
      'the node "a" is contextual, which only a turn of the agent can be',
    ],
    [
      "a long silence",
      [user("a", { type: "silence", duration_ms: 86_400_001 })],
      'the node "a" is a silence, which needs a duration_ms from 0 to 86400000',
    ],
    [
      "other keys",
      [user("a", { type: "dtmf", digits: "1x" })],
      'the node "a" presses keys, which needs digits',
    ],
    [
      "one option of the agent without an id",
      [
        {
          id: "a",
          type: "options",
          data: { speaker: "agent", branch_options: [{ id: "", type: "contextual", message: "Hi" }] },
        },
      ],
      'the node "a" has options for the agent',
    ],
  ])("%s", (_, nodes, fault) => {
    const faults = scenarioFaults(inOrder(...nodes));
    expect(faults.some((one) => one.startsWith(fault))).toBe(true);
  });

  test("of options are all named", () => {
    const branch_options = [
      { id: "", ...says("x") },
      { id: "b", type: "contextual", message: "y" },
      { id: "b", ...says("z") },
    ];
    expect(scenarioFaults(inOrder({ id: "o", type: "options", data: { branch_options } }))).toEqual([
      'the node "o" has a branch without an id, at 0',
      'the node "o" has a branch "b" that has the type "contextual"; it must be one of exact, silence, dtmf',
      'the node "o" has two branches with the id "b"',
    ]);
  });

  test("of edges name both ends", () => {
    const branch_options = [
      { id: "x", ...says("x") },
      { id: "y", ...says("y") },
    ];
    const graph: ScenarioGraph = {
      nodes: [START, { id: "o", type: "options", data: { branch_options } }, agent("a", "Hi")],
      edges: [
        { source: "start", target: "o" },
        { source: "o", target: "a", sourceHandle: "q" },
        { source: "o", target: "a" },
        { source: "gone", target: "a" },
      ],
    };
    expect(scenarioFaults(graph)).toEqual([
      'an edge names "gone", which is not a node',
      'the edge from "o" to "a" needs the id of a branch as its sourceHandle, and has "q", which is not one of its branches',
      'the edge from "o" to "a" needs the id of a branch as its sourceHandle, and has none',
    ]);
  });

  test("of ways: no start, a circle, and a node that is not reached", () => {
    const { nodes = [], edges = [] } = inOrder(agent("a", "Hi"), agent("b", "Ho"));
    expect(scenarioFaults({ nodes: nodes?.slice(1), edges: edges?.slice(1) })).toEqual([
      "no paths from Start: the scenario has no node of the type start",
    ]);
    expect(scenarioFaults({ nodes, edges: [...(edges ?? []), { source: "b", target: "a" }] })).toEqual([
      'a scenario has no circles, but these nodes are in one: "a", "b"',
    ]);
    expect(scenarioFaults({ nodes: [...(nodes ?? []), agent("c", "Hu")], edges })).toEqual([
      'the node "c" cannot be reached from the start',
    ]);
  });

  test("of a draft: only a second start", () => {
    expect(scenarioFaults({ nodes: [START], edges: [{ source: "a", target: "b" }] })).toEqual([]);
    expect(scenarioFaults({})).toEqual([]);
    expect(scenarioFaults({ nodes: [START, { id: "b", type: "start" }] })).toHaveLength(1);
  });
});
