import type { ToolCall } from "../conversation.ts";
import type { ValueDifference } from "./compare-values.ts";
import type { ToolCallMatch } from "./match-tool-calls.ts";

interface Match extends Pick<ToolCallMatch, "expected"> {
  readonly extra_effectful: readonly number[];
  readonly as_expected: boolean;
}

/** Values and outputs are cut to this many characters. */
const SHOWN_CHARACTERS = 120;

/**
 * Why the calls are not as expected, one sentence each: `find_slot: part_of_day missing (expected
 * "morning")`, `book_table was not called`, `delete_account was called and not expected`. Empty if they are
 * as expected.
 */
export function toolProblems(match: Match, calls: readonly ToolCall[]): string[] {
  if (match.as_expected) return [];
  const expected = match.expected.flatMap(({ name, status, tool_call, differences }) => {
    if (status === "missing") return [`${name} was not called`];
    if (status === "failed") return [`${name} failed: ${shown(calls[tool_call ?? -1]?.output)}`];
    if (status === "matched") return [];
    return [`${name}: ${differences.filter(isFault).map(describeDifference).join(", ")}`];
  });
  const extra = match.extra_effectful.map((index) => `${calls[index]?.name} was called and not expected`);
  if (expected.length + extra.length > 0) return [...expected, ...extra];
  // All expected calls were made, but one that changes something had more than the expected parameters.
  return match.expected.flatMap(({ name, differences }) =>
    differences.length > 0 ? [`${name}: ${differences.map(describeDifference).join(", ")}`] : [],
  );
}

const isFault = ({ kind }: ValueDifference) => kind !== "unexpected";

function describeDifference({ path, kind, expected, actual }: ValueDifference): string {
  const field = path.replace(/^\/parameters\/?/, "").replace(/^\/output\b/, "output") || "parameters";
  if (kind === "missing") return `${field} missing (expected ${shown(expected)})`;
  if (kind === "unexpected") return `${field} was not expected (${shown(actual)})`;
  return `${field} is ${shown(actual)} (expected ${shown(expected)})`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
