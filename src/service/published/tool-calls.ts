import { groupBy } from "../../contract/group-by.ts";
import type { Output } from "../../contract/types.ts";

type Expected = NonNullable<Output<"DigitalHuman">["expected_tool_calls"]>;

interface Made {
  readonly name: string;
  readonly parameters: Record<string, unknown> | null;
  readonly output: unknown;
  readonly start_offset_ms: number | null;
}

/** Actual and expected calls by the tool's name: in the order of first calls, then those never called. */
export function groupCalls(expected: Expected, actual: readonly Made[]): Output<"ToolCallGroup">[] {
  const wanted = groupBy(expected, ({ name }) => name);
  const made = groupBy(actual, ({ name }) => name);
  return [...new Set([...made.keys(), ...wanted.keys()])].map((name) => ({
    name,
    expected: (wanted.get(name) ?? []).map(({ parameters = null, output = null }) => ({
      parameters,
      output,
    })),
    actual: (made.get(name) ?? []).map(({ name: _, ...call }) => call),
  }));
}

/** Calls that the agent's side reported. A call without a reported time has none here. */
export const reportedCalls = (calls: Output<"ResultUpdateFields">["tool_calls"]): Made[] =>
  (calls ?? []).map(({ name, parameters = null, output = null, start_offset_ms = null }) => ({
    name,
    parameters,
    output,
    start_offset_ms,
  }));
