/** Why a conversation fails, so that two conversations can be compared. */
import { outcomeOfVerdict } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";
import { SUCCESS_CRITERIA } from "../../contract/values.ts";

type Verdict = Output<"Verdict">;

export interface Reasons {
  /** Each criterion that failed, with the clauses that decided it. */
  readonly failed: readonly string[];
  readonly undecided: readonly string[];
  /** The clauses of the success criteria that failed, if that is the first criterion that did. */
  readonly clauses: readonly string[];
}

export function reasonsIn(verdicts: readonly Verdict[]): Reasons {
  const having = (outcome: string) => verdicts.filter((verdict) => outcomeOfVerdict(verdict) === outcome);
  const failed = having("failed");
  const [first] = failed;
  return {
    clauses: first?.name === SUCCESS_CRITERIA ? decidedIn(first) : [],
    failed: failed.map(reasonOf),
    undecided: having("inconclusive").map(({ name }) => name),
  };
}

const decidedIn = ({ clauses = [] }: Verdict): string[] =>
  clauses.filter(({ decided }) => decided).map(({ text }) => text);

/** `Success criteria: pass when tool lookup_order called` */
function reasonOf(verdict: Verdict): string {
  const decided = decidedIn(verdict);
  return [verdict.name, ...(decided.length > 0 ? [decided.join("; ")] : [])].join(": ");
}

/**
 * Whether a conversation fails for the same reason: that criterion fails by the same clauses, nothing else fails that
 * did not fail before, and nothing is undecided that was decided. Another failure may have another cause, and a caller who
 * cannot finish says nothing about the agent.
 */
export const failsAlike = (after: Reasons, before: Reasons, reason: string): boolean =>
  after.failed.includes(reason) &&
  after.failed.every((one) => before.failed.includes(one)) &&
  after.undecided.every((one) => before.undecided.includes(one));
