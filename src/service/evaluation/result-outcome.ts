import type { Output } from "../../contract/types.ts";

type Verdict = Output<"Verdict">;

interface ResultOutcome {
  readonly outcome: NonNullable<Output<"SimulationResult">["outcome"]>;
  /** For a person, beside the outcome. */
  readonly reason: string;
}

/**
 * What a conversation of a run came to by its pass_fail verdicts: failed as soon as one failed; incompleted when one
 * could not be reached for an error, or none was reached, or none of those that are about what the digital human
 * wanted: that the agent greets well is no pass for a caller who may have got nothing. Else passed.
 */
export function resultOutcome(verdicts: readonly Verdict[]): ResultOutcome {
  const gates = verdicts.filter(({ response_type }) => response_type === "pass_fail");
  const reached = (value: boolean) =>
    gates.filter((verdict) => verdict.status === "EVALUATED" && verdict.value === value);
  const failed = reached(false);
  if (failed.length > 0) return { outcome: "failed", reason: failed.map(named).join("; ") };
  const errors = gates.filter(({ status }) => status === "ERROR");
  if (errors.length > 0)
    return { outcome: "incompleted", reason: `not evaluated: ${errors.map(named).join("; ")}` };
  const passed = reached(true);
  const open = gates.filter(({ status }) => status === "NOT_EVALUATED");
  const rest = open.length > 0 ? [`not evaluated: ${open.map(named).join("; ")}`] : [];
  const own = gates.filter(({ requested_by }) => requested_by.includes("digital_human"));
  const undecided = own.length > 0 && !own.some((verdict) => passed.includes(verdict));
  if (passed.length > 0 && !undecided)
    return { outcome: "passed", reason: [passed.map(named).join("; "), ...rest].join(". ") };
  return { outcome: "incompleted", reason: rest[0] ?? "there was nothing to evaluate" };
}

function named({ name, status, reason, message }: Verdict): string {
  const why = message ?? (status === "EVALUATED" ? undefined : reason);
  return why ? `${name} (${why})` : name;
}
