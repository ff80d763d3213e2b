/** What an agent said that it had done, without a call: whether that was untrue shows only when all its conversations are over. */
import { NOTHING_REPORTED, OR_NOT_REPORTED } from "../../contract/rules/outcomes.ts";
import type { CallerResult } from "./result.ts";

/**
 * The results of one agent, where a claim counts as untrue if another conversation shows that the agent reports its calls. Otherwise it stays
 * inconclusive.
 */
export function withClaims(callers: readonly CallerResult[]): CallerResult[] {
  const reports = callers.some(({ tool_calls }) => tool_calls.length > 0);
  return callers.map((caller) => {
    const claim = caller.verdicts.find(
      ({ name, reason }) => name === "Goal" && reason === NOTHING_REPORTED && reports,
    );
    if (!claim || caller.outcome !== "not_evaluated") return caller;
    const { reason: _, message: open = "", ...verdict } = claim;
    const message = open.replace(OR_NOT_REPORTED, "");
    const untrue = { ...verdict, status: "EVALUATED" as const, value: false, message };
    return {
      ...caller,
      outcome: "failed" as const,
      reason: `Goal (${message})`,
      verdicts: caller.verdicts.map((one) => (one === claim ? untrue : one)),
    };
  });
}
