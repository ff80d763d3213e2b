/** The outcome of a call according to its verdicts. The service filters by it, and the console shows it. */

/** `unclear`: it would decide whether the call passed, but was not reached. `none`: it decides nothing. */
type VerdictStanding = "passed" | "failed" | "unclear" | "none";

interface Verdict {
  readonly status?: unknown;
  readonly response_type?: unknown;
  readonly value?: unknown;
}

export function verdictStanding({ status, response_type, value }: Verdict): VerdictStanding {
  if (response_type !== "pass_fail" || status === "NOT_APPLICABLE") return "none";
  if (status !== "EVALUATED") return "unclear";
  return value === true ? "passed" : "failed";
}

/**
 * A failure counts before a verdict that was not reached, and that before a pass. Null if nothing passes or
 * fails.
 */
export function callOutcome(verdicts: readonly Verdict[]): "failed" | "incompleted" | "passed" | null {
  const standings = new Set(verdicts.map(verdictStanding));
  if (standings.has("failed")) return "failed";
  if (standings.has("unclear")) return "incompleted";
  return standings.has("passed") ? "passed" : null;
}
