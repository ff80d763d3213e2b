/** True, false, or unknown from the given input. Combined as in Kleene's strong logic. */
export type Outcome = boolean | "unknown";

/** `and`: false if any is false, otherwise unknown if any is unknown. Without arguments: true. */
export function allOf(outcomes: Outcome[]): Outcome {
  if (outcomes.includes(false)) return false;
  return outcomes.includes("unknown") ? "unknown" : true;
}

/** `or`: true if any is true, otherwise unknown if any is unknown. Without arguments: false. */
export function anyOf(outcomes: Outcome[]): Outcome {
  return negate(allOf(outcomes.map(negate)));
}

export function negate(outcome: Outcome): Outcome {
  return outcome === "unknown" ? outcome : !outcome;
}
