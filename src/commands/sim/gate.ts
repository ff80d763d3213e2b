import { describeRun, type Run } from "./run.ts";

/** What `sim wait` found; scripts read it with --json. */
export interface Verdict {
  readonly passed: boolean;
  /** Why it did not pass. */
  readonly reason: string | null;
  /** tests_passed / total_tests; null where nothing was evaluated. */
  readonly pass_rate: number | null;
  readonly min_pass_rate: number;
  /** The run as the service shows it. */
  readonly run: Run | null;
}

/** The verdict on a run that is over. A run in which nothing was evaluated never passes. */
export function judge(run: Run, min_pass_rate: number): Verdict {
  const { total_tests, tests_passed, tests_failed } = run;
  const about = { min_pass_rate, run };
  if (!(total_tests > 0 && tests_passed + tests_failed > 0))
    return { passed: false, reason: "nothing was evaluated", pass_rate: null, ...about };
  const pass_rate = tests_passed / total_tests;
  if (pass_rate >= min_pass_rate) return { passed: true, reason: null, pass_rate, ...about };
  const reason = `the pass rate is ${percent(pass_rate)}, not the wanted ${percent(min_pass_rate)}`;
  return { passed: false, reason, pass_rate, ...about };
}

/** The verdict where the time was over first. */
export const timeOver = (
  run: Run | undefined,
  { max_wait, min_pass_rate }: { max_wait: number; min_pass_rate: number },
): Verdict => ({
  passed: false,
  reason: run ? `the run is not over after ${max_wait} s` : `there was no run within ${max_wait} s`,
  pass_rate: null,
  min_pass_rate,
  run: run ?? null,
});

export function verdictText({ passed, reason, run }: Verdict): string {
  const outcome = passed ? "passed" : `not passed: ${reason}`;
  return run ? `${describeRun(run)}\n${outcome}` : outcome;
}

const percent = (rate: number) => `${Number((rate * 100).toFixed(2))} %`;
