import { expect, test } from "vitest";
import { sizeOf } from "./evaluator.ts";
import type { CallTask } from "./task.ts";

test("the texts of the agent count: an agent with a long prompt is not judged where requests are answered", () => {
  const task = {
    kind: "call",
    submission: "{}",
    fetched_transcript: null,
    analysis: null,
    selected: { requested: [] },
  } as unknown as CallTask;
  const agent = { prompt: "p".repeat(40_000), knowledge_base: "k".repeat(1000), goals: [], off: [] };
  expect(sizeOf(task)).toBe(2);
  expect(sizeOf({ ...task, agent })).toBe(81_002);
});
