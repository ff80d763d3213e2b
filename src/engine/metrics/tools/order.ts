/** The length of the longest strictly increasing subsequence (patience sorting). */
export function longestIncreasing(values: readonly number[]): number {
  /** For each length, the smallest value that ends a subsequence of it. */
  const tails: number[] = [];
  for (const value of values) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    tails[low] = value;
  }
  return tails.length;
}
