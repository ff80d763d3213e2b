/** The median of a sample, with an interval that assumes nothing about the distribution. */
import type { Estimate } from "../../engine/judge/estimate.ts";

/** The probability that the true median is below or above the interval, each. */
const TAIL = 0.025;

/** The median; its bounds are null if there are too few values for an interval of 95%. */
export interface Median {
  readonly value: number;
  readonly lower: Estimate["lower"] | null;
  readonly upper: Estimate["upper"] | null;
  /** How many values there are. */
  readonly n: number;
}

/**
 * The median of the values, with its 95% interval: the widest pair of order statistics that covers the median
 * with that probability. Below six values there is none. Null without values.
 */
export function medianEstimate(values: readonly number[]): Median | null {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  if (n === 0) return null;
  const middle = Math.floor((n - 1) / 2);
  const value = ((sorted[middle] ?? 0) + (sorted[n - 1 - middle] ?? 0)) / 2;
  const cut = outsideRanks(n);
  return {
    value,
    lower: cut === 0 ? null : (sorted[cut - 1] ?? null),
    upper: cut === 0 ? null : (sorted[n - cut] ?? null),
    n,
  };
}

/** The largest k for which fewer than k of n values are below the median with a probability of at most `TAIL`. */
function outsideRanks(n: number): number {
  let term = 0.5 ** n;
  let sum = term;
  let k = 0;
  while (sum <= TAIL) {
    k += 1;
    term *= (n - k + 1) / k;
    sum += term;
  }
  return k;
}
