/** True, false, or unknown from the given input. Combined as in Kleene's strong logic. */
export type Outcome = boolean | "unknown";

/** `and`: false as soon as one is false, else unknown as soon as one is unknown. Without arguments: true. */
export function allOf(outcomes: Outcome[]): Outcome {
  if (outcomes.includes(false)) return false;
  return outcomes.includes("unknown") ? "unknown" : true;
}

/** `or`: true as soon as one is true, else unknown as soon as one is unknown. Without arguments: false. */
export function anyOf(outcomes: Outcome[]): Outcome {
  return negate(allOf(outcomes.map(negate)));
}

export function negate(outcome: Outcome): Outcome {
  return outcome === "unknown" ? outcome : !outcome;
}
