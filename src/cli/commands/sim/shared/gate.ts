import {
  type Counts,
  countedTotal,
  countRun,
  passRate,
  unreadableCount,
} from "../../../../contract/rules/outcomes.ts";
import type { VersionEvidence } from "../../../../contract/values.ts";
import { rateLine } from "../../../../results/calibration/rates.ts";
import { notPassedLines } from "../../../release/check/not-passed.ts";
import { countSuspicions, type SuspicionMode, suspectReason } from "../../../render/evaluation/suspicions.ts";
import { tooFewPassed } from "../../../render/pass-rate.ts";
import { allEnded, describeRun, type Run } from "./run.ts";
import type { RunFindings } from "./run-findings.ts";

/** The verdict of `sim wait`; scripts read it with --json. */
export interface Verdict {
  readonly passed: boolean;
  /** Why the run did not pass. */
  readonly reason: string | null;
  /** The share of all tests that passed; null if nothing was evaluated. */
  readonly pass_rate: number | null;
  /** How many tests had which outcome; null if there is no run. */
  readonly outcomes: Counts | null;
  readonly min_pass_rate: number;
  /** Inconclusive tests in which every evaluated criterion is met counted as passed. */
  readonly allow_unevaluated: boolean;
  /** How often a policy that nobody has accepted would be broken; null if the service does not list conversations. */
  readonly suspicions: number | null;
  /** What shows that the agent ran the prompt that the run tested; null if the service does not list conversations. */
  readonly prompt_evidence: VersionEvidence | null;
  /** The run as the service shows it. */
  readonly run: Run | null;
  /** Tests that did not pass, each with its criteria; null if the service does not list them. */
  readonly not_passed: RunFindings["tests"] | null;
  /** Digital humans with several conversations, with pass@k and pass^k. */
  readonly repeated: RunFindings["repeated"];
  /** The pass rate of each metric that a judge decides, with the known error of the judge. */
  readonly judged_rates: RunFindings["judged_rates"];
}

export interface GateOptions {
  readonly min_pass_rate: number;
  readonly allow_unevaluated: boolean;
  /** With `fail`, a run in which a conversation raises a suspicion does not pass. */
  readonly suspicions?: SuspicionMode | undefined;
}

/** Judges a finished run. A run in which nothing was evaluated never passes. */
export function judge(run: Run, findings: RunFindings | undefined, options: GateOptions): Verdict {
  const { min_pass_rate, allow_unevaluated, suspicions } = options;
  const held = allow_unevaluated ? (findings?.held ?? 0) : 0;
  const counted = findings?.recount ?? { passed: run.tests_passed, failed: run.tests_failed };
  const unread = unreadableCount(run);
  const tests_passed = counted.passed + held;
  const outcomes = countRun({ ...run, tests_passed, tests_failed: counted.failed });
  const pass_rate = passRate(outcomes);
  const about = {
    pass_rate,
    outcomes,
    min_pass_rate,
    allow_unevaluated,
    suspicions: findings ? countSuspicions(findings.suspects) : null,
    run,
    not_passed: findings?.tests.filter(({ standing }) => standing !== "passed") ?? null,
    repeated: findings?.repeated ?? [],
    judged_rates: findings?.judged_rates ?? [],
    prompt_evidence: findings?.prompt_evidence ?? null,
  };
  if (unread)
    return {
      ...about,
      passed: false,
      reason: `the run's ${unread.name} is not a count: ${JSON.stringify(unread.value)}`,
    };
  if (!(run.total_tests > 0 && pass_rate !== null))
    return { ...about, passed: false, reason: "nothing was evaluated", pass_rate: null };
  if (countedTotal(outcomes) > run.total_tests)
    return { passed: false, reason: "the numbers of the run contradict each other", ...about };
  // Whatever else it shows, it says nothing about the version that it names.
  if (findings?.mismatch) return { passed: false, reason: findings.mismatch, ...about };
  const suspected =
    suspicions === "fail" && findings ? suspectReason(findings.suspects, "conversation") : null;
  if (pass_rate >= min_pass_rate) return { passed: suspected === null, reason: suspected, ...about };
  return { passed: false, reason: tooFewPassed(outcomes, min_pass_rate), ...about };
}

/** The verdict when the time ran out first. */
export const timeOver = (
  run: Run | undefined,
  { max_wait, min_pass_rate, allow_unevaluated }: GateOptions & { readonly max_wait: number },
): Verdict => ({
  passed: false,
  reason: run
    ? `the run did not finish within ${max_wait} s${allEnded(run) ? ": its conversations are over, but not all are evaluated" : ""}`
    : `no run started within ${max_wait} s`,
  pass_rate: null,
  outcomes: run ? countRun(run) : null,
  min_pass_rate,
  allow_unevaluated,
  suspicions: null,
  prompt_evidence: null,
  run: run ?? null,
  not_passed: null,
  repeated: [],
  judged_rates: [],
});

/** @param suspected the lines on suspicions, which stand apart from the verdicts */
export function verdictText(
  { passed, reason, run, outcomes, not_passed, repeated, judged_rates, allow_unevaluated }: Verdict,
  suspected: readonly string[] = [],
): string {
  const outcome = passed ? "passed" : `not passed: ${reason}`;
  const allowed = allow_unevaluated ? " (criteria that were not evaluated were allowed)" : "";
  return [
    ...(run ? [describeRun(run, outcomes ?? undefined)] : []),
    ...judged_rates.map(rateLine),
    ...notPassedLines({ tests: not_passed ?? [], repeated }),
    ...suspected,
    `${outcome}${allowed}`,
  ].join("\n");
}
