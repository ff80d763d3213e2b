import { createHash } from "node:crypto";

/** A source of numbers from 0 (included) to 1 (not included). */
export type Rng = () => number;

/**
 * The generator of one turn: sfc32 (Chris Doty-Humphrey's Small Fast Counting generator, from PractRand) seeded with
 * the first 128 bits of the sha256 of its three parts. The same parts give the same numbers on every machine.
 */
export function turnRng(run_seed: string, simulation_result_id: string, turn: number): Rng {
  const digest = createHash("sha256")
    .update(JSON.stringify([run_seed, simulation_result_id, turn]))
    .digest();
  return sfc32(
    digest.readUInt32LE(0),
    digest.readUInt32LE(4),
    digest.readUInt32LE(8),
    digest.readUInt32LE(12),
  );
}

/** sfc32 over its four 32-bit words of state. */
export function sfc32(a: number, b: number, c: number, counter: number): Rng {
  let [x, y, z, n] = [a | 0, b | 0, c | 0, counter | 0];
  return () => {
    const result = (((x + y) | 0) + n) | 0;
    n = (n + 1) | 0;
    x = y ^ (y >>> 9);
    y = (z + (z << 3)) | 0;
    z = (((z << 21) | (z >>> 11)) + result) | 0;
    return (result >>> 0) / 2 ** 32;
  };
}

/** The template, or, with a probability of half the creativity (0 to 2), one of its paraphrases. */
export function pick(ways: readonly [string, ...string[]], creativity: number, rng: Rng): string {
  const [template, ...paraphrases] = ways;
  if (creativity <= 0 || paraphrases.length === 0 || rng() >= creativity / 2) return template;
  return paraphrases[Math.floor(rng() * paraphrases.length)] ?? template;
}
