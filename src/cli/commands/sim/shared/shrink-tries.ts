/** Whether a caller still fails under another condition, with the conversations that say so. */
import type { Reasons } from "../../../../engine/shrink/reason.ts";

export interface Tried {
  /** Null if the conversations do not decide it. */
  readonly fails: boolean | null;
  /** Conversations that failed for the same reason. */
  readonly failed: number;
  readonly conversations: number;
  /** Why it is not decided. */
  readonly why: string | null;
}

interface Asked {
  /** The criterion that must fail, with its clauses. */
  readonly reason: string;
  readonly repeat: number;
  readonly at_least: number;
}

type Standing = "failed" | "passed" | "undecided";

/** Another failure of the same criterion, or none of its verdicts, says nothing about this one. */
function standingOf({ failed, undecided }: Reasons, reason: string): Standing {
  if (failed.includes(reason)) return "failed";
  const isOf = (criterion: string) => reason === criterion || reason.startsWith(`${criterion}:`);
  if (undecided.some(isOf)) return "undecided";
  return failed.some((one) => isOf(one.split(":")[0] ?? "")) ? "undecided" : "passed";
}

/**
 * Holds conversations until it is certain whether at least so many of so many fail.
 * @param hold the next conversation, or why no more can be held
 */
export async function tryOften(
  hold: () => Promise<{ readonly reasons: Reasons } | string>,
  { reason, repeat, at_least }: Asked,
): Promise<Tried> {
  const standings: Standing[] = [];
  const count = (standing: Standing) => standings.filter((one) => one === standing).length;
  const triedWith = (fails: boolean | null, why: string | null): Tried => ({
    fails,
    why,
    failed: count("failed"),
    conversations: standings.length,
  });
  while (count("failed") < at_least) {
    // Too few conversations are left for that many failures.
    if (repeat - count("passed") < at_least) return triedWith(false, null);
    if (standings.length === repeat) {
      const open = count("undecided");
      return triedWith(null, `${open} of ${standings.length} did not decide that criterion in the same way`);
    }
    const held = await hold();
    if (typeof held === "string") return triedWith(null, held);
    standings.push(standingOf(held.reasons, reason));
  }
  return triedWith(true, null);
}
