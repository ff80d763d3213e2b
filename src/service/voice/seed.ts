import type { Row } from "../store/schema.ts";

/**
 * The seed of what is drawn on the line of a call: of nothing but the run's seed and the digital human, so that another run with the same
 * seed is the same.
 */
export const seedOfCall = ({
  seed,
  digital_human_id,
  repetition,
}: Pick<Row<"simulation_result">, "seed" | "digital_human_id" | "repetition">): string =>
  JSON.stringify([seed, digital_human_id, repetition]);
