import { type BuiltinMetric, evaluated, notApplicable, ratio, whenKnown } from "../builtin-metric.ts";
import type { MadeCalls, MatchedCalls } from "./tool-facts.ts";

function evidenceOf(indexes: readonly number[]) {
  return indexes.map((tool_call) => ({ tool_call }));
}

const count = (
  id: string,
  description: string,
  measure: BuiltinMetric["measure"],
  version = 1,
): BuiltinMetric => ({ id, version, unit: "count", description, source: "Parley", measure });

/** A count of the calls made, which may be 0. */
function ofMade(
  id: string,
  description: string,
  pick: (made: MadeCalls) => readonly number[],
  version?: number,
): BuiltinMetric {
  const measure = whenKnown(
    (facts) => facts.made_calls,
    (made) => evaluated(pick(made).length, made.calls.length, evidenceOf(pick(made))),
  );
  return count(id, description, measure, version);
}

/** A measure of the matching. Not applicable if no call was expected and none was made. */
function overMatch(measure: (match: MatchedCalls) => ReturnType<typeof evaluated>): BuiltinMetric["measure"] {
  return whenKnown(
    (facts) => facts.matched_calls,
    (match) => {
      const vacuous = match.expected.length === 0 && match.extra.length === 0;
      return vacuous ? notApplicable() : measure(match);
    },
  );
}

/** A count within the matching: of calls, or of expected calls with a given status. */
function ofMatch(
  id: string,
  description: string,
  pick: (match: MatchedCalls) => readonly number[],
  version?: number,
): BuiltinMetric {
  const measure = overMatch((match) => {
    const calls = pick(match);
    return evaluated(calls.length, match.expected.length, evidenceOf(calls.filter((call) => call >= 0)));
  });
  return count(id, description, measure, version);
}

/** For each expected call with this status, its call, or -1 if it has none. */
function withStatus(status: MatchedCalls["expected"][number]["status"]) {
  return ({ expected }: MatchedCalls) =>
    expected.filter((call) => call.status === status).map(({ tool_call }) => tool_call ?? -1);
}

/** Tool calls, by themselves and compared with the expected ones. */
export const toolMetrics: readonly BuiltinMetric[] = [
  {
    id: "tool_calls.names",
    version: 1,
    unit: "value",
    description: "The names of the called tools, as listed",
    source: "Parley",
    measure: whenKnown(
      (facts) => facts.made_calls,
      ({ calls }) =>
        evaluated(
          calls.map(({ name }) => name),
          calls.length,
        ),
    ),
  },
  ofMade("tool_calls.count", "Calls of tools", ({ calls }) => calls.map((_, index) => index)),
  ofMade("tool_calls.failed", "Calls whose output is shaped as an error", ({ failed }) => failed, 2),
  ofMade(
    "tool_calls.duplicates",
    "Calls with the name and the parameters of an earlier call",
    ({ duplicates }) => duplicates,
  ),
  {
    id: "tool_calls.match_rate",
    version: 2,
    unit: "ratio",
    description:
      "Share of the expected calls that were made as expected and without an error (optimal one-to-one assignment)",
    source: "Berkeley Function-Calling Leaderboard, per-argument matchers",
    measure: overMatch((match) => {
      const matched = withStatus("matched")(match);
      return ratio(matched.length, match.expected.length, match.expected.length, evidenceOf(matched));
    }),
  },
  ofMatch(
    "tool_calls.wrong_args",
    "Expected calls that were made with other parameters",
    withStatus("wrong_args"),
  ),
  ofMatch(
    "tool_calls.wrong_output",
    "Expected calls with the expected parameters whose output is another than expected",
    withStatus("wrong_output"),
  ),
  ofMatch("tool_calls.missing", "Expected calls that were not made", withStatus("missing")),
  ofMatch("tool_calls.extra", "Calls that were not expected", ({ extra }) => extra),
  ofMatch(
    "tool_calls.extra_effectful",
    "Calls that were not expected and did not fail, of tools that change something (as stated, or else by the name)",
    ({ extra_effectful }) => extra_effectful,
    2,
  ),
  {
    id: "tool_calls.order_violations",
    version: 1,
    unit: "count",
    description: "The fewest calls to leave out so that the others come in the expected order",
    source: "longest increasing subsequence",
    measure: overMatch(({ order_violations, expected }) => evaluated(order_violations, expected.length)),
  },
  {
    id: "tool_calls.effectful_agreement",
    version: 2,
    unit: "ratio",
    description:
      "1 when the calls that change something and did not fail are just the expected ones, with exactly their parameters; otherwise 0",
    source: "tau-bench, agreement with the state of the database",
    measure: overMatch(({ effectful }) => evaluated(effectful.agrees ? 1 : 0, effectful.n)),
  },
  {
    id: "tool_calls.outcome",
    version: 3,
    unit: "value",
    description:
      "What became of each expected call, with the differences; the extra calls; whether all is as expected (what was " +
      "changed is just what was expected, in the order that matters, every other expected call was made without an error), and which tools were " +
      "taken by their names to change something or to read",
    source: "Parley",
    measure: overMatch(
      ({ as_expected, problems, expected, extra, extra_effectful, order_violations, guessed }) =>
        evaluated(
          { as_expected, problems, expected, extra, extra_effectful, order_violations, guessed },
          expected.length,
        ),
    ),
  },
];
