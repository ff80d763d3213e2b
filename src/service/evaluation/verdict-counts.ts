import type { Output } from "../../contract/types.ts";

type Verdict = Output<"Verdict">;

/** The number of verdicts of each kind. Only evaluated pass_fail metrics pass or fail. */
export function countVerdicts(verdicts: readonly Verdict[]): Output<"Evaluation">["counts"] {
  const count = (isCounted: (verdict: Verdict) => boolean) => verdicts.filter(isCounted).length;
  const withStatus = (status: Verdict["status"]) => count((verdict) => verdict.status === status);
  const isGate = ({ response_type, status }: Verdict) =>
    response_type === "pass_fail" && status === "EVALUATED";
  return {
    passed: count((verdict) => isGate(verdict) && verdict.value === true),
    failed: count((verdict) => isGate(verdict) && verdict.value === false),
    evaluated: withStatus("EVALUATED"),
    not_applicable: withStatus("NOT_APPLICABLE"),
    not_evaluated: withStatus("NOT_EVALUATED"),
    error: withStatus("ERROR"),
  };
}
