import { expect, test } from "vitest";
import type { Side } from "../conversation.ts";
import { countTurns, turnSpans, turnsOf } from "./turns.ts";

test("entries of one side that follow each other are one turn", () => {
  const count = (...sides: Side[]) => countTurns(sides.map((side) => ({ side })));
  expect(count("agent", "agent", "user", "agent", "user", "user")).toEqual({ turns: 4, exchanges: 1 });
  expect(count("user", "agent", "user", "agent")).toEqual({ turns: 4, exchanges: 2 });
  expect(count()).toEqual({ turns: 0, exchanges: 0 });
});

test("counts the turns of each side", () => {
  const turns: { side: Side }[] = [{ side: "user" }, { side: "agent" }, { side: "user" }];
  expect([turnsOf("user", turns), turnsOf("agent", turns)]).toEqual([2, 1]);
  expect([turnsOf("user", turns.slice(1)), turnsOf("agent", turns.slice(1))]).toEqual([1, 1]);
  expect([turnsOf("user", []), turnsOf("agent", [])]).toEqual([0, 0]);
});

test("a turn ends with the last end of its entries, which need not be that of the last entry", () => {
  const items = [
    { side: "agent" as const, start_ms: 0, end_ms: 5000 },
    { side: "agent" as const, start_ms: 1000, end_ms: 2000 },
    { side: "user" as const, start_ms: 4000, end_ms: 6000 },
    { side: "agent" as const, start_ms: 7000, end_ms: 12_000 },
  ];
  expect(turnSpans(items)).toEqual({
    // Two turns of 5000 ms: the first counts.
    agent: { count: 2, longest: { start_ms: 0, end_ms: 5000 } },
    user: { count: 1, longest: { start_ms: 4000, end_ms: 6000 } },
  });
});
