/**
 * Adjusts p-values for multiple tests: each is multiplied by the number of tests not yet rejected before it.
 * Source: Holm 1979. Keeps the order given.
 */
export function holm(p_values: readonly number[]): number[] {
  const order = p_values.map((_, at) => at).sort((a, b) => (p_values[a] ?? 0) - (p_values[b] ?? 0));
  const adjusted = new Array<number>(p_values.length).fill(1);
  let largest = 0;
  for (const [rank, at] of order.entries()) {
    largest = Math.max(largest, (p_values.length - rank) * (p_values[at] ?? 1));
    adjusted[at] = Math.min(1, largest);
  }
  return adjusted;
}
