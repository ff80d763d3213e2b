import { type Rng, turnRng } from "../random.ts";

/**
 * The generator for one purpose under a seed. Numbers drawn for one purpose never shift those for another.
 */
export const drawFor = (seed: string, purpose: string): Rng => turnRng(seed, purpose, 0);

/** The items in an order drawn from `rng` (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], rng: Rng): T[] {
  const order = [...items];
  for (let end = order.length - 1; end > 0; end -= 1) {
    const other = Math.floor(rng() * (end + 1));
    const [a, b] = [order[end], order[other]];
    if (a === undefined || b === undefined) continue;
    order[end] = b;
    order[other] = a;
  }
  return order;
}
