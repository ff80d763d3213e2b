/** McNemar's exact test: if only one side passed in a pair, is it the same side more often than by chance? */

/**
 * The two-sided p-value of the sign test on the discordant pairs: twice the smaller tail of a binomial with p = 1/2,
 * at most 1. Source: McNemar 1947, exact form. 1 if no pair is discordant.
 * @param only_a pairs that passed only with a
 * @param only_b pairs that passed only with b
 */
export function mcnemar(only_a: number, only_b: number): number {
  const n = only_a + only_b;
  const fewer = Math.min(only_a, only_b);
  // In logarithms: 2^-n is 0 in floating point from n = 1075.
  let log_choose = 0;
  let tail = 0;
  for (let k = 0; k <= fewer; k++) {
    tail += Math.exp(log_choose - n * Math.LN2);
    log_choose += Math.log(n - k) - Math.log(k + 1);
  }
  return Math.min(1, 2 * tail);
}
