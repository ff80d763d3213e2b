import type { StateRow, WorldState } from "../input.ts";
import type { Evidence } from "../result.ts";
import type { StateCondition } from "../syntax/ast.ts";
import { anyOf, type Outcome } from "../three-valued.ts";
import type { Context } from "./context.ts";
import { certain, type Finding, type Missing, unknown, WORK_LEFT } from "./finding.ts";
import { matchValue } from "./match-value.ts";

/** How much evidence to keep. More would not be clearer. */
const MAX_EVIDENCE = 10;

const NO_WORLD: Missing = { input: "the state of a world", reason: "missing_world" };

/** Whether the tables are as required when the conversation ends. Unknown without a world. */
export function stateFinding(condition: StateCondition, context: Context): Finding {
  const { state, state_unread } = context.input;
  if (state_unread !== undefined)
    return unknown([{ input: `the state of the agent's system: ${state_unread}`, reason: "state_unread" }]);
  if (!state) return unknown([NO_WORLD]);
  if (condition.kind === "changed_only") return onlyFinding(condition, state, context);
  const rows = state.tables.get(condition.table);
  if (!rows) return unknown([{ input: `a table ${condition.table}`, reason: "missing_world" }]);
  const changed = state.differences.filter(({ table }) => table === condition.table);
  if (condition.kind === "changed") return { ...certain(changed.length > 0), evidence: shown(changed, true) };
  const found = rows.map((row) => ({ row, fits: matchValue(condition.matcher, row.after, context) }));
  const sure = found.filter(({ fits }) => fits === true);
  const possible = found.filter(({ fits }) => fits === "unknown").length;
  const { min, max } = condition;
  const [low, high] = [sure.length, sure.length + possible];
  const outcome: Outcome = low >= min && high <= max ? true : high >= min && low <= max ? "unknown" : false;
  if (outcome === "unknown") return unknown([WORK_LEFT]);
  // If no row fits, what has changed in its table comes closest.
  const fitting = sure.map(({ row }) => row);
  return { ...certain(outcome), evidence: sure.length > 0 ? shown(fitting, true) : shown(changed, false) };
}

function onlyFinding(
  { tables }: Extract<StateCondition, { kind: "changed_only" }>,
  { differences }: WorldState,
  context: Context,
): Finding {
  const beyond = differences.map((difference): { difference: StateRow; fits: Outcome } => {
    const matchers = tables.find(({ table }) => table === difference.table)?.matchers ?? [];
    const values = difference.after ?? difference.before;
    return { difference, fits: anyOf(matchers.map((matcher) => matchValue(matcher, values, context))) };
  });
  const others = beyond.filter(({ fits }) => fits === false).map(({ difference }) => difference);
  if (others.length > 0) return { ...certain(false), evidence: shown(others, true) };
  return beyond.some(({ fits }) => fits === "unknown") ? unknown([WORK_LEFT]) : certain(true);
}

const shown = (rows: readonly StateRow[], matched: boolean): Evidence[] =>
  rows.slice(0, MAX_EVIDENCE).map((row) => ({ kind: "state", ...row, matched }));
