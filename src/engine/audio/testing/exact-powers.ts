import type { FramePowers } from "../frame-powers.ts";

/** Powers just as they are given. */
export function exactPowers(powers: readonly number[]): FramePowers {
  const sorted = Float64Array.from(powers).sort();
  return { length: powers.length, at: (frame) => powers[frame], ofRank: (rank) => sorted[rank] };
}
