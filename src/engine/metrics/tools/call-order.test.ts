import { describe, expect, test } from "vitest";
import { evaluateBuiltins } from "../evaluate-builtins.ts";

interface Call {
  readonly name: string;
  readonly parameters: Record<string, unknown>;
  readonly order?: "strict" | "any";
}

function outcomeOf(expected: readonly Call[], made: readonly Call[]) {
  const tool_calls = made.map(({ name, parameters }, at) => ({
    name,
    parameters,
    start_offset_ms: 100 * (at + 1),
  }));
  const { metrics } = evaluateBuiltins({ expected_tool_calls: expected, tool_calls });
  return metrics.find(({ id }) => id === "tool_calls.outcome")?.value as {
    as_expected: boolean;
    problems: string[];
  };
}

const set = (order_id: string, status: string): Call => ({
  name: "update_order",
  parameters: { order_id, status },
});
const [paid, sent] = [set("1182", "paid"), set("1182", "sent")];

describe("the same changes in another order", () => {
  test("decide what the database holds if one tool changes one record", () => {
    expect(outcomeOf([paid, sent], [paid, sent])).toMatchObject({ as_expected: true, problems: [] });
    expect(outcomeOf([paid, sent], [sent, paid])).toMatchObject({
      as_expected: false,
      problems: [
        "update_order (tool call 1) was made before update_order (tool call 2) and expected after it",
      ],
    });
  });

  test.each([
    ["of two records", set("1182", "paid"), set("1183", "paid")],
    ["by two tools", paid, { name: "update_address", parameters: { order_id: "1182" } }],
    ["that only add", { ...paid, name: "add_item" }, { ...sent, name: "add_item" }],
    [
      "without a record",
      { ...paid, parameters: { day: "Monday" } },
      { ...paid, parameters: { day: "Tuesday" } },
    ],
    ["that may come in any order", paid, { ...sent, order: "any" as const }],
  ])("decide nothing %s", (_, first, second) => {
    expect(outcomeOf([first, second], [second, first])).toMatchObject({ as_expected: true });
  });

  test("decide if the expectation says so, also after a call that only reads", () => {
    const look: Call = { name: "find_slot", parameters: { day: "Monday" } };
    const book: Call = { name: "book_appointment", parameters: { slot: "9:15" }, order: "strict" };
    expect(outcomeOf([look, book], [look, book])).toMatchObject({ as_expected: true });
    expect(outcomeOf([look, book], [book, look])).toMatchObject({ as_expected: false });
  });
});
