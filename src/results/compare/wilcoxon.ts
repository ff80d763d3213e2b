/** Wilcoxon's signed-rank test: are paired differences centered on zero? */

export interface SignedRanks {
  /** Number of differences that are not zero. Only these count. */
  readonly n: number;
  /** Sum of the ranks of the positive differences. */
  readonly w_plus: number;
  /** Two-sided; 1 if there are no differences. */
  readonly p: number;
}

/** Up to this number, every assignment of signs is counted. Above it, the normal approximation is as good. */
const EXACT_UP_TO = 100;

/**
 * Source: Wilcoxon 1945. Zeros are omitted, ties share the mean of their ranks, and the exact distribution is
 * that of these ranks under random signs.
 * @param differences b - a of each pair
 */
export function wilcoxon(differences: readonly number[]): SignedRanks {
  const nonzero = differences.filter((difference) => difference !== 0);
  const n = nonzero.length;
  const ranks = doubledRanks(nonzero.map(Math.abs));
  const w2 = ranks.reduce((sum, rank, at) => sum + ((nonzero[at] ?? 0) > 0 ? rank : 0), 0);
  const p = n === 0 ? 1 : n <= EXACT_UP_TO ? exact(ranks, w2) : approximate(ranks, w2);
  return { n, w_plus: w2 / 2, p };
}

/** Twice the rank of each size (the mean for ties), so that all ranks are whole numbers. */
function doubledRanks(sizes: readonly number[]): number[] {
  const order = sizes.map((_, at) => at).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  const ranks = new Array<number>(sizes.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && sizes[order[to] ?? 0] === sizes[order[from] ?? 0]) to++;
    // Ranks from + 1 to `to` share their mean, (from + 1 + to) / 2.
    for (const at of order.slice(from, to)) ranks[at] = from + 1 + to;
    from = to;
  }
  return ranks;
}

/** Counts, rank by rank, how many of all assignments of signs give each sum. */
function exact(ranks: readonly number[], w2: number): number {
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  let chances = new Float64Array(total + 1);
  chances[0] = 1;
  for (const rank of ranks) {
    const next = new Float64Array(total + 1);
    for (let sum = 0; sum <= total; sum++)
      next[sum] = ((chances[sum] ?? 0) + (sum >= rank ? (chances[sum - rank] ?? 0) : 0)) / 2;
    chances = next;
  }
  const smaller = Math.min(w2, total - w2);
  const tail = chances.slice(0, smaller + 1).reduce((sum, chance) => sum + chance, 0);
  return Math.min(1, 2 * tail);
}

/**
 * Normal approximation with a continuity correction. The variance is that of the actual ranks, including
 * ties.
 */
function approximate(ranks: readonly number[], w2: number): number {
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
  const deviation = Math.sqrt(ranks.reduce((sum, rank) => sum + rank * rank, 0)) / 2;
  const z = Math.max(0, Math.abs(w2 - mean) - 1) / deviation;
  return Math.min(1, 2 * upperTail(z));
}

/**
 * Upper tail of the normal distribution. The error is below 7.5e-8. Source: Abramowitz and Stegun 26.2.17.
 */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return density * polynomial;
}
