import { groupBy } from "../../../contract/group-by.ts";
import type { ExpectedToolCall, ToolCall } from "../conversation.ts";
import { assign } from "./assignment.ts";
import { type CompareMode, ValueComparison, type ValueDifference } from "./compare-values.ts";
import type { PatternMatcher } from "./matches-pattern.ts";
import { longestIncreasing } from "./order.ts";

/** The result for an expected call. */
interface ExpectedCallOutcome {
  /** Index in the list of expected calls. */
  expected: number;
  name: string;
  /** `failed`: the call was made as expected, but the tool answered with an unexpected error. */
  status: "matched" | "failed" | "wrong_args" | "wrong_output" | "missing";
  /** Index of the actual call paired with it. */
  tool_call: number | null;
  /**
   * The differences, with paths under `/parameters` and `/output`. Unexpected keys are listed in both modes.
   */
  differences: readonly ValueDifference[];
}

export interface ToolCallMatch {
  expected: readonly ExpectedCallOutcome[];
  /** Indexes of the calls not paired with an expected call. */
  extra: readonly number[];
  /** The smallest number of paired calls to leave out so that the others are in the expected order. */
  order_violations: number;
}

export interface MatchOptions {
  mode: CompareMode;
  matchesPattern: PatternMatcher;
  /** Whether the call at this index was answered with an error. */
  hasFailed(call: number): boolean;
  /** The position of each call in time. Calls are expected in the order of the expected list. */
  ranks: readonly number[];
}

type Pairing = Pick<ExpectedCallOutcome, "status" | "differences">;

/** More differences than this do not make a pair less likely. */
const MAX_COUNTED_DIFFERENCES = 100;

/** Compares a call with an expected call of the same name. Compares only what the expectation specifies. */
function compareCall(
  expected: ExpectedToolCall,
  actual: ToolCall,
  hasFailed: boolean,
  options: MatchOptions,
): Pairing {
  const parameters = new ValueComparison(options.mode, options.matchesPattern);
  if (expected.parameters) parameters.compare(expected.parameters, actual.parameters ?? {}, "/parameters");
  const { differences } = parameters;
  const isWrong = !parameters.equal;
  if (expected.output === undefined || expected.output === null) {
    return { status: isWrong ? "wrong_args" : hasFailed ? "failed" : "matched", differences };
  }
  const output = new ValueComparison(options.mode, options.matchesPattern);
  output.compare(expected.output, actual.output ?? null, "/output");
  const status = isWrong ? "wrong_args" : output.equal ? "matched" : "wrong_output";
  return { status, differences: [...differences, ...output.differences] };
}

/**
 * Pairs expected calls with calls of the same name. Priorities, in this order: as many matches as possible,
 * as few differing values as possible, and calls in their order. `pairings` has, for each expected call, its
 * comparison with each of the `columns` calls. Returns the position of the paired call for each expected
 * call, or -1.
 */
function pairUp(pairings: readonly (readonly Pairing[])[], columns: number): number[] {
  const shorter = Math.min(pairings.length, columns);
  const longer = Math.max(pairings.length, columns);
  const difference = shorter * longer * longer + 1;
  const mismatch = difference * (shorter * MAX_COUNTED_DIFFERENCES + 1);
  return assign(
    pairings.map((row, expected) =>
      row.map(({ status, differences }, made) => {
        const displacement = (expected - made) ** 2;
        if (status === "matched") return displacement;
        return mismatch + Math.min(differences.length, MAX_COUNTED_DIFFERENCES) * difference + displacement;
      }),
    ),
  );
}

/**
 * Pairs calls with expected calls of the same name, one to one and optimally. Throws `PatternRefused` if a
 * `$regex` cannot be run safely.
 */
export function matchToolCalls(
  expected: readonly ExpectedToolCall[],
  actual: readonly ToolCall[],
  options: MatchOptions,
): ToolCallMatch {
  const outcomes: ExpectedCallOutcome[] = expected.map(({ name }, index) => ({
    expected: index,
    name,
    status: "missing",
    tool_call: null,
    differences: [],
  }));
  const made = groupBy(actual.entries(), ([, { name }]) => name);
  for (const [name, wanted] of groupBy(expected.entries(), ([, want]) => want.name)) {
    const group = made.get(name) ?? [];
    const pairings = wanted.map(([, want]) =>
      group.map(([index, call]) => compareCall(want, call, options.hasFailed(index), options)),
    );
    pairUp(pairings, group.length).forEach((column, row) => {
      const [want] = wanted[row] ?? [];
      const [tool_call] = group[column] ?? [];
      const pairing = pairings[row]?.[column];
      if (want === undefined || tool_call === undefined || pairing === undefined) return;
      outcomes[want] = { expected: want, name, tool_call, ...pairing };
    });
  }
  const paired = outcomes.map(({ tool_call }) => tool_call ?? -1).filter((call) => call >= 0);
  const used = new Set(paired);
  return {
    expected: outcomes,
    extra: [...actual.keys()].filter((call) => !used.has(call)),
    order_violations: paired.length - longestIncreasing(paired.map((call) => options.ranks[call] ?? call)),
  };
}
