import { expect, test } from "vitest";
import { converse, judge, loadAgent } from "../testing/converse.ts";
import type { WorkflowGraph } from "./graph.ts";
import { workflowCallers } from "./workflow.ts";

const BOOKING: WorkflowGraph = {
  nodes: [
    { id: "greet", says: "Maple Street clinic, how can I help" },
    { id: "day", description: "asks for the day" },
    { id: "offer", tool_calls: [{ name: "find_slot", parameters: { day: "Tuesday" } }] },
    { id: "name", description: "asks for the name" },
    { id: "book", tool_calls: [{ name: "book_appointment" }] },
    { id: "hours", says: "We're open Monday to Friday" },
  ],
  edges: [
    { from: "greet", to: "day", condition: "the caller wants to book an appointment" },
    { from: "greet", to: "hours", condition: "the caller wants to know the opening hours" },
    { from: "day", to: "offer", utterance: "On Tuesday, please." },
    { from: "offer", to: "name", utterance: "Yes, please." },
    { from: "name", to: "book", utterance: "My name is Dana Brook." },
  ],
};
const request = {
  kind: "workflow_adherence_v2",
  id: "w",
  name: "Booking",
  graph: BOOKING,
  count: 5,
} as const;
const callers = workflowCallers(request, "1");

test("a path becomes turns, lines, expected calls and its place", () => {
  const [booking, hours] = callers.map(({ digital_human }) => digital_human);
  expect(callers).toHaveLength(2);
  expect(booking).toMatchObject({
    tag: "workflow_adherence_v2",
    intent: "",
    success_criteria: "",
    workflow_v2_id: "w",
    workflow_path_index: 0,
    expected_tool_calls: [
      { name: "find_slot", parameters: { day: "Tuesday" } },
      { name: "book_appointment" },
    ],
    generation: { source: "greet > day > offer > name > book" },
  });
  expect(booking?.enriched_playback?.slice(0, 3)).toEqual([
    { turn: 1, role: "AGENT", node: "greet", utterance: "Maple Street clinic, how can I help" },
    {
      turn: 2,
      role: "USER",
      utterance: "I'd like to book an appointment.",
      condition: "the caller wants to book an appointment",
    },
    { turn: 3, role: "AGENT", node: "day", description: "asks for the day" },
  ]);
  expect(hours).toMatchObject({ workflow_path_index: 1, generation: { source: "greet > hours" } });
});

test("played, every path passes its metric with the right agent, and not with one that loops", async () => {
  const clinic = await loadAgent("clinic");
  const verdicts = (fault: string | null) =>
    callers.map(
      ({ digital_human, metric }) =>
        judge(metric?.scoring_guidance ?? "", converse(digital_human, clinic, fault)).value,
    );
  expect(verdicts(null)).toEqual([true, true]);
  expect(verdicts("loops")).toEqual([false, true]);
});

test("the older kind names no workflow_v2_id", () => {
  const [made] = workflowCallers({ ...request, kind: "workflow_adherence", count: 1 }, "1");
  expect(made?.digital_human).toMatchObject({ tag: "workflow_adherence", workflow_path_index: 0 });
  expect(made?.digital_human).not.toHaveProperty("workflow_v2_id");
});
