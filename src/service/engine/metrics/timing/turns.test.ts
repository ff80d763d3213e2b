import { expect, test } from "vitest";
import type { Side } from "../conversation.ts";
import { runsBySide, turnSpans } from "./turns.ts";

test("runs are cut where the side changes", () => {
  const sides: Side[] = ["agent", "agent", "user", "agent"];
  expect(runsBySide(sides.map((side) => ({ side })))).toEqual([
    { side: "agent", from: 0, to: 2 },
    { side: "user", from: 2, to: 3 },
    { side: "agent", from: 3, to: 4 },
  ]);
  expect(runsBySide([])).toEqual([]);
});

test("a turn ends with the last end of its entries, which need not be that of the last entry", () => {
  const items = [
    { side: "agent" as const, start_ms: 0, end_ms: 5000 },
    { side: "agent" as const, start_ms: 1000, end_ms: 2000 },
    { side: "user" as const, start_ms: 4000, end_ms: 6000 },
  ];
  expect(turnSpans(items)).toEqual({
    agent: [{ start_ms: 0, end_ms: 5000 }],
    user: [{ start_ms: 4000, end_ms: 6000 }],
  });
});
