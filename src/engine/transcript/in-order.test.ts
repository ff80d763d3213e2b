import { expect, test } from "vitest";
import { inOrder } from "./in-order.ts";

const agent = (name: string, at_ms: number | null) => ({ name, at_ms, isAgent: true });
const user = (name: string, at_ms: number | null) => ({ name, at_ms });
const tool = user;

test.each([
  ["a call at the moment of the agent's words", [user("u", 5), agent("a", 5)], [tool("t", 5)], "u t a"],
  ["a call at the moment of the user's words", [user("u", 5)], [tool("t", 5)], "u t"],
  [
    "a call in the first millisecond, whose time is at least 1",
    [user("u", 0), agent("a", 0)],
    [tool("t", 1)],
    "u t a",
  ],
  ["calls between turns", [agent("a", 0), agent("b", 900)], [tool("s", 300), tool("t", 901)], "a s b t"],
  ["calls that are listed late", [agent("a", 900)], [tool("t", 300), tool("s", 100)], "s t a"],
  ["calls of the same moment stay in their order", [agent("a", 9)], [tool("t", 9), tool("s", 9)], "t s a"],
  ["calls without a time", [user("u", 1), agent("a", 5)], [tool("t", null), tool("s", 3)], "u s a t"],
  ["turns without a time", [user("u", 1), agent("a", null), user("v", 9)], [tool("t", 3)], "u a t v"],
  ["positions instead of times", [agent("a", 0), user("u", 1), agent("b", 2)], [tool("t", 0.5)], "a t u b"],
  ["turns keep their order", [user("u", 9), agent("a", 4)], [], "u a"],
])("turns and tool calls are put in order: %s", (_, turns, calls, expected) => {
  expect(
    inOrder<{ name: string; at_ms: number | null }>(turns, calls)
      .map(({ name }) => name)
      .join(" "),
  ).toBe(expected);
});
