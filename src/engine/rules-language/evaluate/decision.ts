import type { MetricSettings } from "../input.ts";
import type { RuleResult } from "../result.ts";
import type { Clause } from "../syntax/ast.ts";
import { meaningOf } from "../syntax/walk.ts";
import { allOf, negate } from "../three-valued.ts";
import type { Finding, Missing } from "./finding.ts";
import type { Reading } from "./operand.ts";

/** A clause for one call: whether its condition is true, and what it would answer. */
export interface ClauseFinding {
  clause: Clause;
  finding: Finding;
  answer?: Reading;
}

/** A verdict, before it is formatted as a result. */
export interface Decision extends Pick<RuleResult, "status" | "reason" | "message" | "value" | "unit"> {
  missing: Missing[];
  by: ClauseFinding[];
}

/** The clauses with this outcome. */
function having(clauses: ClauseFinding[], outcome: Finding["outcome"]): ClauseFinding[] {
  return clauses.filter(({ finding }) => finding.outcome === outcome);
}

function notEvaluated(by: ClauseFinding[], missing: Missing[]): Decision {
  return { status: "NOT_EVALUATED", value: null, reason: missing[0]?.reason, missing, by };
}

/** An unknown clause leaves the verdict open. */
function undecided(by: ClauseFinding[]): Decision {
  return notEvaluated(
    by,
    by.flatMap(({ finding }) => finding.missing),
  );
}

/** Whether the metric applies at all. Undefined if it does. */
export function decideApplicability(clauses: ClauseFinding[]): Decision | undefined {
  const na = clauses.filter(({ clause }) => clause.kind === "na");
  const holding = having(na, true);
  if (holding.length > 0) return { status: "NOT_APPLICABLE", value: null, missing: [], by: holding };
  const unknown = having(na, "unknown");
  return unknown.length > 0 ? undecided(unknown) : undefined;
}

/** pass_fail and yes_no: true if every positive clause is true and no negative one is. */
export function decideVerdict(clauses: ClauseFinding[]): Decision {
  const positive = clauses.filter(({ clause }) => clause.kind === "pass" || clause.kind === "yes");
  const negative = clauses.filter(({ clause }) => clause.kind === "fail" || clause.kind === "no");
  const verdict = allOf([
    ...negative.map(({ finding }) => negate(finding.outcome)),
    ...positive.map(({ finding }) => finding.outcome),
  ]);
  const all = [...positive, ...negative];
  if (verdict === "unknown") return undecided(having(all, "unknown"));
  const against = having(negative, true);
  const by = verdict ? all : against.length > 0 ? against : having(positive, false);
  return { status: "EVALUATED", value: verdict, missing: [], by };
}

/** The other types: the answer of the first clause whose condition is true. */
export function decideAnswer(clauses: ClauseFinding[], settings: MetricSettings): Decision {
  const answering = clauses.filter(({ answer }) => answer !== undefined);
  const first = answering.findIndex(({ finding }) => finding.outcome === true);
  const reachable = answering.slice(0, first === -1 ? undefined : first + 1);
  const possible = reachable.filter(({ finding }) => finding.outcome !== false);
  const meanings = new Set(possible.map(({ clause }) => "answer" in clause && meaningOf(clause.answer)));
  if (meanings.size > 1) return undecided(having(possible, "unknown"));
  const reading = possible[0]?.answer;
  if (reading?.value === undefined) return notEvaluated(possible, reading?.missing ?? []);
  if (settings.response_type === "quantitative") return decideNumber(reading, possible, settings);
  return { status: "EVALUATED", value: reading.value, missing: [], by: possible };
}

function decideNumber({ value, unit }: Reading, by: ClauseFinding[], settings: MetricSettings): Decision {
  if (typeof value !== "number") {
    return notEvaluated(by, [{ input: "a number as the value", reason: "missing_metric" }]);
  }
  const { min_value, max_value } = settings;
  const below =
    typeof min_value === "number" && value < min_value ? `below min_value ${min_value}` : undefined;
  const above =
    typeof max_value === "number" && value > max_value ? `above max_value ${max_value}` : undefined;
  const fault = below ?? above;
  if (fault === undefined) return { status: "EVALUATED", value, unit, missing: [], by };
  return {
    status: "ERROR",
    reason: "out_of_range",
    message: `${value} is ${fault}`,
    value,
    unit,
    missing: [],
    by,
  };
}
