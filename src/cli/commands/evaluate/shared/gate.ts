import {
  allowInconclusive,
  type Counts,
  countOutcomes,
  countVerdicts,
  outcomeOfVerdict,
  passRate,
} from "../../../../contract/rules/outcomes.ts";
import { isUnderWayStatus, RESULT_STATUSES } from "../../../../contract/values.ts";
import { type Calibration, calibrateVerdicts } from "../../../../results/calibration/apply.ts";
import { type JudgedRate, judgedRates } from "../../../../results/calibration/rates.ts";
import type { Call, Verdict } from "../../../render/evaluation/call.ts";
import {
  countSuspicions,
  type Suspect,
  type SuspicionMode,
  suspectReason,
} from "../../../render/evaluation/suspicions.ts";
import { tooFewPassed } from "../../../render/pass-rate.ts";

export interface GateOptions {
  /** The share of pass_fail verdicts that must pass, from 0 to 1. */
  readonly min_pass_rate: number;
  /** Any metric that was not evaluated fails the gate, whatever its type. */
  readonly require_evaluated: boolean;
  /** Pass/fail metrics that were not evaluated do not fail the gate. */
  readonly allow_unevaluated: boolean;
  /** With `fail`, calls that raise a suspicion do not pass. */
  readonly suspicions?: SuspicionMode | undefined;
  /** Seconds. */
  readonly max_wait: number;
}

/** The verdict of a gate over calls; scripts read it with --json. */
export interface Gate {
  readonly passed: boolean;
  /** Why the gate did not pass. */
  readonly reason: string | null;
  /** The share of pass_fail verdicts that passed; null if none was reached. */
  readonly pass_rate: number | null;
  readonly min_pass_rate: number;
  /** Missing pass/fail verdicts were allowed. */
  readonly allow_unevaluated: boolean;
  /** Counts of the verdicts of all calls, by outcome. */
  readonly outcomes: Counts;
  /** The same by status. */
  readonly counts: ReturnType<typeof countVerdicts>;
  /** How often a policy that nobody has accepted would be broken. */
  readonly suspicions: number;
  readonly calls: readonly Call[];
  /** The pass rate of each metric that a judge decides, with the known error of the judge. */
  readonly judged_rates: readonly JudgedRate[];
}

/** A call in an unknown state counts as finished once it has an evaluation. */
export const isOver = ({ status, evaluation }: Call): boolean =>
  KNOWN.includes(status) ? !isUnderWayStatus(status) : evaluation !== null;

const KNOWN: readonly string[] = RESULT_STATUSES;

/**
 * Judges calls, whether they are finished or not. The gate never passes if nothing was evaluated or a call is
 * not finished.
 */
export function judgeCalls(
  calls_read: readonly Call[],
  { min_pass_rate, require_evaluated, allow_unevaluated, suspicions, max_wait }: GateOptions,
  calibration: Calibration = NOBODY,
): Gate {
  const calls = calls_read.map((call) => calibrateCall(call, calibration));
  const counts = countVerdicts(calls.flatMap(verdictsOf));
  const verdict_counts = countOutcomes(calls.flatMap(verdictsOf).map(outcomeOfVerdict));
  const outcomes = allow_unevaluated ? allowInconclusive(verdict_counts) : verdict_counts;
  const pass_rate = passRate(outcomes);
  const open = calls.filter((call) => !isOver(call)).length;
  const unread = calls.filter(({ status }) => status === "INCOMPLETED").length;
  const reason = (() => {
    if (open > 0) return `${open} of ${calls.length} calls were not evaluated within ${max_wait} s`;
    if (pass_rate === null)
      return `no pass/fail verdict was reached${calls.length > 0 && calls.every(isUnjudged) ? NO_METRIC : ""}`;
    if (outcomes.failed > 0 && pass_rate < min_pass_rate) return tooFewPassed(outcomes, min_pass_rate);
    const undecided = undecidedOf(calls);
    if (undecided.length > 0 && !allow_unevaluated)
      return `${undecided.length} pass/fail verdicts were not reached (${undecided[0]}); --allow-unevaluated lets them pass`;
    const suspected = suspicions === "fail" ? suspectReason(calls.map(suspectOf), "call") : null;
    if (suspected) return suspected;
    if (!require_evaluated) return null;
    if (counts.not_evaluated + counts.error > 0)
      return `metrics without a verdict: ${counts.not_evaluated} not evaluated, ${counts.error} in error`;
    return unread > 0 ? `${unread} of ${calls.length} calls could not be read completely` : null;
  })();
  const judged_rates = judgedRates(calls_read.flatMap(verdictsOf), calibration.certificates);
  return {
    passed: reason === null,
    reason,
    pass_rate,
    min_pass_rate,
    allow_unevaluated,
    outcomes,
    counts,
    suspicions: countSuspicions(calls.map(suspectOf)),
    calls,
    judged_rates,
  };
}

/** Whether a call was evaluated but no metric applied to it. */
const isUnjudged = ({ status, evaluation }: Call) =>
  status === "COMPLETED" && evaluation !== null && Object.values(evaluation.counts).every((n) => n === 0);

const NO_METRIC = ": no metric applies to these calls (--metric and --metric-tag name some)";

/** No certificate of a judge is known, and none is required. */
const NOBODY: Calibration = { certificates: [], required: undefined };

/** A call, with what policies that nobody has accepted say about it. */
export const suspectOf = ({ id, evaluation }: Call): Suspect => ({
  id,
  suspicions: evaluation?.suspicions ?? [],
});

export const verdictsOf = ({ evaluation }: Call): readonly Verdict[] => evaluation?.verdicts ?? [];

/** A copy of a call without the verdicts of judges that do not meet the required calibration. */
function calibrateCall(call: Call, calibration: Calibration): Call {
  const { evaluation } = call;
  const { verdicts, discounted } = calibrateVerdicts(verdictsOf(call), calibration);
  if (!evaluation || discounted.length === 0) return call;
  return { ...call, evaluation: { ...evaluation, verdicts, counts: countVerdicts(verdicts) } };
}

/** Whether a verdict could have passed or failed, and was not reached. */
const isUndecided = (verdict: Verdict) => outcomeOfVerdict(verdict) === "inconclusive";

/** Pass/fail verdicts that are missing, each with its reason. */
const undecidedOf = (calls: readonly Call[]) =>
  calls.flatMap(({ evaluation }) =>
    (evaluation?.verdicts ?? [])
      .filter(isUndecided)
      .map(({ name, reason, status }) => `${name}: ${reason ?? status}`),
  );
