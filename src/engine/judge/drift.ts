/** Whether a judge is right less often than before. Pure. */

/** How many answers were right, out of all that were judged. */
export interface Score {
  readonly right: number;
  readonly judged: number;
}

/** A judge has drifted if chance alone would explain the difference in fewer than this share of cases. */
const SIGNIFICANCE = 0.05;

/** Whether a judge is right less often now than before: Fisher's exact test, one-sided. */
export const hasDrifted = (now: Score, before: Score): boolean => lowerTail(now, before) < SIGNIFICANCE;

/** The probability of at most `now.right` right answers if the judge is right as often now as before. */
function lowerTail(now: Score, before: Score): number {
  const right = now.right + before.right;
  const judged = now.judged + before.judged;
  const all = logChoose(judged, right);
  let sum = 0;
  for (let k = Math.max(0, right - before.judged); k <= now.right; k += 1)
    sum += Math.exp(logChoose(now.judged, k) + logChoose(before.judged, right - k) - all);
  return sum;
}

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i += 1) sum += Math.log((n - k + i) / i);
  return sum;
}
