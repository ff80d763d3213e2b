import { tooFewPassed } from "../../render/pass-rate.ts";
import { describeRun, type Run } from "./run.ts";

/** The verdict of `sim wait`; scripts read it with --json. */
export interface Verdict {
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason: string | null;
  /** tests_passed / total_tests; null if nothing was evaluated. */
  readonly pass_rate: number | null;
  readonly min_pass_rate: number;
  /** The run as the service shows it. */
  readonly run: Run | null;
}

/** Judges a finished run. A run in which nothing was evaluated never passes. */
export function judge(run: Run, min_pass_rate: number): Verdict {
  const { total_tests, tests_passed, tests_failed } = run;
  const about = { min_pass_rate, run };
  if (!(total_tests > 0 && tests_passed + tests_failed > 0))
    return { passed: false, reason: "nothing was evaluated", pass_rate: null, ...about };
  const pass_rate = tests_passed / total_tests;
  if (pass_rate >= min_pass_rate) return { passed: true, reason: null, pass_rate, ...about };
  const reason = tooFewPassed(tests_passed, total_tests, min_pass_rate);
  return { passed: false, reason, pass_rate, ...about };
}

/** The verdict when the time ran out first. */
export const timeOver = (
  run: Run | undefined,
  { max_wait, min_pass_rate }: { max_wait: number; min_pass_rate: number },
): Verdict => ({
  passed: false,
  reason: run ? `the run did not finish within ${max_wait} s` : `no run started within ${max_wait} s`,
  pass_rate: null,
  min_pass_rate,
  run: run ?? null,
});

export function verdictText({ passed, reason, run }: Verdict): string {
  const outcome = passed ? "passed" : `not passed: ${reason}`;
  return run ? `${describeRun(run)}\n${outcome}` : outcome;
}
