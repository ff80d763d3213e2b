import { NOTHING_REPORTED, passesOrFails } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";
import { explainVerdict } from "../../engine/explain-verdict.ts";
import { shownName } from "../../engine/policies/verdict-name.ts";
import { type Thresholds, withThresholds } from "./thresholds.ts";

type Verdict = Output<"Verdict">;
type Result = Output<"SimulationResult">;

/** Why a goal is open although its tool may have been called: that it was called says nothing then. */
const AGAINST: readonly string[] = [
  NOTHING_REPORTED,
  "said_both",
  "not_said",
  "other_name",
  "mind_not_changed",
];

export interface ResultOutcome {
  readonly outcome: NonNullable<Result["outcome"]>;
  /** An explanation of the outcome, for people. */
  readonly reason: string;
  readonly criteria: NonNullable<Result["criteria"]>;
}

/** The name of the verdict on the goal in a digital human's intent. */
export const GOAL = "Goal";

/**
 * The outcome of a conversation according to its pass_fail verdicts. It failed if any of them failed. It
 * passed if every criterion was evaluated and met, and at least one of them is about what the digital human
 * wanted. (A friendly greeting alone is not a pass for a caller who got nothing.) Otherwise, it is
 * inconclusive. The goal is read from the intent. If it could not be decided, explicit success criteria or
 * expected tool calls decide without it, unless a call had something else than the digital human last asked for, or wants and never came to say, or
 * somebody else's name, or unless the digital human never came to change its mind.
 */
export function resultOutcome(given: readonly Verdict[], thresholds: Thresholds = {}): ResultOutcome {
  const verdicts = withThresholds(given, thresholds);
  const gates = verdicts.filter(passesOrFails);
  const reached = (value: boolean) =>
    gates.filter((verdict) => verdict.status === "EVALUATED" && verdict.value === value);
  const [held, failed] = [reached(true), reached(false)];
  const errors = gates.filter(({ status }) => status === "ERROR");
  const own = held.filter(({ requested_by }) => requested_by.includes("digital_human"));
  const isDecidedWithout = ({ name, reason }: Verdict) =>
    name === GOAL && own.length > 0 && !AGAINST.includes(reason ?? "");
  const open = gates.filter((verdict) => verdict.status === "NOT_EVALUATED" && !isDecidedWithout(verdict));
  const wanted = gates.some(({ requested_by }) => requested_by.includes("digital_human"));
  const names = (some: readonly Verdict[]) => some.map(({ name }) => name);
  const judged = given.filter(({ method, status }) => method === "judge" && status === "EVALUATED");
  const criteria = {
    held: names(held),
    failed: names(failed),
    unevaluated: names(open),
    error: names(errors),
    ...(judged.length > 0 && { judged: judged.map(judgedPart) }),
  };
  const because = (what: string, some: readonly Verdict[]) => `${what}: ${some.map(named).join("; ")}`;
  if (failed.length > 0) return { outcome: "failed", reason: failed.map(named).join("; "), criteria };
  if (errors.length + open.length > 0)
    return { outcome: "incompleted", reason: because("not evaluated", [...errors, ...open]), criteria };
  if (held.length === 0 || (wanted && own.length === 0))
    return { outcome: "incompleted", reason: "there was nothing to evaluate", criteria };
  const telling = held.filter(({ requested_by }) => !requested_by.every((by) => by === "prompt"));
  return { outcome: "passed", reason: telling.map(named).join("; "), criteria };
}

/** The part of a verdict that is compared with a certificate. */
function judgedPart(verdict: Verdict): Output<"JudgedVerdict"> {
  const { name, response_type, status, value, method } = verdict;
  const { model, metric_sha256, question_sha256, votes, agreement } = verdict;
  return {
    name,
    response_type,
    status,
    value,
    method,
    model,
    metric_sha256,
    question_sha256,
    votes,
    agreement,
  };
}

/** The name of a criterion with an explanation. A criterion that was met shows only its message. */
function named(verdict: Verdict): string {
  const holds = verdict.status === "EVALUATED" && verdict.value === true;
  const why = holds ? verdict.message : explainVerdict(verdict);
  const name = shownName(verdict.name);
  return why ? `${name} (${why})` : name;
}
