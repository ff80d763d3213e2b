import type { Row } from "../store/schema.ts";

/**
 * The seed of everything random on the line of a call. It depends only on the run's seed, the digital human,
 * and the repetition, so another run with the same seed is identical.
 */
export const seedOfCall = ({
  seed,
  digital_human_id,
  repetition,
}: Pick<Row<"simulation_result">, "seed" | "digital_human_id" | "repetition">): string =>
  JSON.stringify([seed, digital_human_id, repetition]);
