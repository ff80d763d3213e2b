/** Discounts verdicts of judges that do not meet the required calibration, in conversations and calls. */
import { passesOrFails } from "../../contract/rules/outcomes.ts";
import type { Conversation, ConversationVerdict } from "../check/conversation.ts";
import { type Certificate, type Discounted, discount } from "./certified.ts";
import type { JudgedVerdict } from "./rates.ts";
import type { Requirement } from "./requirement.ts";

export interface Calibration {
  /** Newest first. */
  readonly certificates: readonly Certificate[];
  /** What a certificate must show; undefined if verdicts need no certificate. */
  readonly required: Requirement | undefined;
}

/** The judges' verdicts on a conversation, as far as they were read. */
export const judgedIn = ({ evaluation, criteria }: Conversation): readonly JudgedVerdict[] =>
  evaluation?.verdicts ?? criteria?.judged ?? [];

/**
 * The verdicts, with those that do not count left open, and a list of the latter, each with the reason.
 */
export function calibrateVerdicts<V extends JudgedVerdict>(
  verdicts: readonly V[],
  { certificates, required }: Calibration,
): { verdicts: V[]; discounted: { readonly verdict: V; readonly why: Discounted }[] } {
  const judged = verdicts.map((verdict) => ({ verdict, why: discount(verdict, certificates, required) }));
  return {
    verdicts: judged.map(({ verdict, why }) =>
      why ? { ...verdict, status: "NOT_EVALUATED", value: null, ...why } : verdict,
    ),
    discounted: judged.flatMap(({ verdict, why }) => (why ? [{ verdict, why }] : [])),
  };
}

/**
 * A conversation whose outcome does not rest on verdicts that do not count. Where such a verdict failed it,
 * the outcome is open too.
 */
export function calibrateConversation(conversation: Conversation, calibration: Calibration): Conversation {
  const { evaluation, criteria } = conversation;
  const { verdicts, discounted } = calibrateVerdicts<ConversationVerdict | JudgedVerdict>(
    judgedIn(conversation),
    calibration,
  );
  const changed = evaluation?.verdicts
    ? { ...conversation, evaluation: { ...evaluation, verdicts } }
    : conversation;
  const gates = discounted.filter(({ verdict }) => passesOrFails(verdict));
  if (gates.length === 0) return changed;
  const names = new Set(gates.map(({ verdict }) => verdict.name));
  const without = (some: readonly string[] = []) => some.filter((name) => !names.has(name));
  const calibrated = {
    ...criteria,
    held: without(criteria?.held),
    failed: without(criteria?.failed),
    unevaluated: [...new Set([...(criteria?.unevaluated ?? []), ...names])],
  };
  // Something else failed as well, or it is unknown what did.
  if (conversation.outcome === "failed" && (calibrated.failed.length > 0 || !criteria))
    return { ...changed, criteria: criteria && calibrated };
  const reasons = gates.map(({ verdict, why }) => `${verdict.name} (${why.reason}: ${why.message})`);
  return {
    ...changed,
    criteria: calibrated,
    outcome: "incompleted",
    outcome_reason: `not evaluated: ${[...new Set(reasons)].join("; ")}`,
  };
}
