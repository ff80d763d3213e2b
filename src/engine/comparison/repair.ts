import { counted } from "../words/counted.ts";
/** Whether a repair holds: what failed before is gone, by more than chance. */

/** Conversations that could be judged, and how many of them failed for the reason in question. */
export interface Recurred {
  readonly failed: number;
  readonly n: number;
}

export interface Repair {
  /** Why it is not accepted. Null if it is. */
  readonly reason: string | null;
  /** Fisher's exact test, one-sided: the chance of so few failures after, had nothing changed. */
  readonly p: number;
  /** How often it may still fail, with 95% certainty: Clopper and Pearson's bound. */
  readonly fails_at_most: number;
}

export interface Observed {
  readonly before: Recurred;
  readonly after: Recurred;
  /** How many failures are needed before. */
  readonly at_least: number;
  /** Other conversations that passed before and fail after. */
  readonly broken: number;
}

const LEVEL = 0.05;

export function judgeRepair({ before, after, at_least, broken }: Observed): Repair {
  const p = chanceOfNone(before, after);
  const fails_at_most = after.n === 0 || after.failed > 0 ? 1 : 1 - LEVEL ** (1 / after.n);
  const of = ({ failed, n }: Recurred) => `${failed} of ${n}`;
  const reason =
    before.failed < at_least
      ? `the failure did not recur before the repair: ${of(before)} conversations failed, but ${at_least} must`
      : after.failed > 0
        ? `it still fails in ${of(after)} conversations`
        : p > LEVEL
          ? `${of(before)} conversations failed before and ${of(after)} after, which may be chance (p = ${p.toFixed(3)})`
          : broken > 0
            ? `something else broke: ${counted(broken, "conversation that passed before fails", "conversations that passed before fail")}`
            : null;
  return { reason, p, fails_at_most };
}

/** Draws without replacement: all failures among the conversations before. 1 if one came after. */
function chanceOfNone(before: Recurred, after: Recurred): number {
  if (after.failed > 0) return 1;
  let chance = 1;
  for (let drawn = 0; drawn < before.failed; drawn++)
    chance *= (before.n - drawn) / (before.n + after.n - drawn);
  return chance;
}
