import { describe, expect, test } from "vitest";
import type { ExpectedToolCall, ToolCall } from "../conversation.ts";
import { matchToolCalls } from "./match-tool-calls.ts";
import { matchesPattern } from "./matches-pattern.ts";

function match(expected: ExpectedToolCall[], actual: ToolCall[], ranks = actual.map((_, index) => index)) {
  return matchToolCalls(expected, actual, { mode: "subset", matchesPattern, hasFailed: () => false, ranks });
}

function statuses(expected: ExpectedToolCall[], actual: ToolCall[]) {
  return match(expected, actual).expected.map(({ status, tool_call }) => [status, tool_call]);
}

describe("matchToolCalls", () => {
  test("a call matches by name and expected parameters", () => {
    const expected = [{ name: "book", parameters: { date: "1 May" } }, { name: "notify" }];
    const actual = [
      { name: "book", parameters: { date: "1 May", room: 3 } },
      { name: "search", parameters: {} },
    ];
    expect(match(expected, actual)).toEqual({
      expected: [
        {
          expected: 0,
          name: "book",
          status: "matched",
          tool_call: 0,
          differences: [{ path: "/parameters/room", kind: "unexpected", actual: 3 }],
        },
        { expected: 1, name: "notify", status: "missing", tool_call: null, differences: [] },
      ],
      extra: [1],
      order_violations: 0,
    });
  });

  test("pairs so that most calls match, where taking the first that fits would not", () => {
    // Call 0 fits both expectations, call 1 only the first.
    const expected = [
      { name: "f", parameters: { a: { $any: true } } },
      { name: "f", parameters: { a: 1 } },
    ];
    const actual = [
      { name: "f", parameters: { a: 1 } },
      { name: "f", parameters: { a: 2 } },
    ];
    expect(statuses(expected, actual)).toEqual([
      ["matched", 1],
      ["matched", 0],
    ]);
  });

  test("a call that does not match is paired with the nearest expectation", () => {
    const expected = [
      { name: "f", parameters: { a: 1, b: 1 } },
      { name: "f", parameters: { a: 2, b: 2 } },
    ];
    const { expected: outcomes } = match(expected, [{ name: "f", parameters: { a: 2, b: 3 } }]);
    expect(outcomes).toMatchObject([
      { status: "missing" },
      { status: "wrong_args", differences: [{ path: "/parameters/b", expected: 2, actual: 3 }] },
    ]);
  });

  test("more calls than expected leave the worse ones over", () => {
    const expected = [{ name: "f", parameters: { a: 2 } }];
    const actual = [1, 2, 3].map((a) => ({ name: "f", parameters: { a } }));
    expect(match(expected, actual)).toMatchObject({ expected: [{ tool_call: 1 }], extra: [0, 2] });
  });

  test("the output is compared only when one is expected", () => {
    const actual = [{ name: "f", parameters: {}, output: { id: 5, ok: true } }];
    expect(statuses([{ name: "f" }], actual)).toEqual([["matched", 0]]);
    expect(statuses([{ name: "f", output: { id: 5 } }], actual)).toEqual([["matched", 0]]);
    expect(statuses([{ name: "f", output: { id: 6 } }], actual)).toEqual([["wrong_output", 0]]);
  });

  test("calls without parameters have empty ones", () => {
    expect(statuses([{ name: "f", parameters: {} }], [{ name: "f" }])).toEqual([["matched", 0]]);
    expect(statuses([{ name: "f", parameters: { a: 1 } }], [{ name: "f" }])).toEqual([["wrong_args", 0]]);
  });

  test("order violations are the calls to leave out", () => {
    const names = (...list: string[]) => list.map((name) => ({ name }));
    // Made c a b: leave out c, and a b is in order.
    expect(match(names("a", "b", "c"), names("c", "a", "b")).order_violations).toBe(1);
    expect(match(names("a", "b", "c"), names("c", "b", "a")).order_violations).toBe(2);
    // By time, c was the last.
    expect(match(names("a", "b", "c"), names("c", "a", "b"), [2, 0, 1]).order_violations).toBe(0);
  });

  test("equal calls are paired in order", () => {
    const twice = [{ name: "a" }, { name: "b" }, { name: "a" }];
    expect(match(twice, twice)).toMatchObject({ order_violations: 0, extra: [] });
  });
});
