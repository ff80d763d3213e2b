/** How often `n` runs of one test passed, and what that says about the next runs. */
export interface RunStatistics {
  n: number;
  passed: number;
  /**
   * For each k from 1 to n: the chance that at least one of k runs drawn without replacement passed. For c passes, pass@k =
   * 1 − C(n − c, k) / C(n, k) (Chen et al. 2021).
   */
  pass_at_k: Readonly<Record<number, number>>;
  /**
   * For each k from 1 to n: the chance that all of k runs drawn without replacement passed. For c passes, pass^k =
   * C(c, k) / C(n, k) (tau-bench).
   */
  pass_hat_k: Readonly<Record<number, number>>;
  /** 95% Wilson score interval of the pass rate. */
  wilson: { low: number; high: number };
}

/** The 97.5% quantile of the standard normal distribution. */
export const Z_95 = 1.959963984540054;

/** C(chosen, k) / C(n, k): the chance that k draws without replacement are all among `chosen` of n. */
function allAmong(chosen: number, n: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn++) chance *= Math.max(chosen - drawn, 0) / (n - drawn);
  return chance;
}

/** Wilson's score interval of c successes in n trials, by default at 95%. Null without trials. */
export function wilsonInterval(n: number, c: number, z = Z_95): { low: number; high: number } | null {
  if (n === 0) return null;
  const rate = c / n;
  const center = rate + (z * z) / (2 * n);
  const margin = z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return { low: Math.max(0, (center - margin) / scale), high: Math.min(1, (center + margin) / scale) };
}

/**
 * The statistics of the runs of one test, for every k from 1 to the number of runs. `verdicts` must not
 * include runs without a verdict. Null without runs.
 */
export function runStatistics(verdicts: readonly boolean[]): RunStatistics | null {
  const n = verdicts.length;
  const passed = verdicts.filter(Boolean).length;
  const wilson = wilsonInterval(n, passed);
  if (wilson === null) return null;
  const pass_at_k: Record<number, number> = {};
  const pass_hat_k: Record<number, number> = {};
  for (let k = 1; k <= n; k++) {
    pass_at_k[k] = 1 - allAmong(n - passed, n, k);
    pass_hat_k[k] = allAmong(passed, n, k);
  }
  return { n, passed, pass_at_k, pass_hat_k, wilson };
}
