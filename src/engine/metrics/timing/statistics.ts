/**
 * The quantile `p` (0 to 1) of values sorted in ascending order, or null if there are none. Interpolates
 * linearly between the closest ranks (type 7 of Hyndman and Fan, the default of numpy and R).
 */
export function quantile(sorted: ArrayLike<number>, p: number): number | null {
  const rank = (sorted.length - 1) * p;
  const below = sorted[Math.floor(rank)];
  const above = sorted[Math.ceil(rank)];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (rank - Math.floor(rank));
}
