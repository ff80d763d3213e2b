/** What a conversation must satisfy, one criterion at a time. */
import { type Counts, countOutcomes, type Outcome, passesOrFails } from "../../contract/rules/outcomes.ts";
import { explainVerdict } from "../../engine/explain-verdict.ts";
import {
  type Conversation,
  type ConversationVerdict,
  isHeldAsFarAsEvaluated,
  isJudged,
  whyNotJudged,
} from "./conversation.ts";

/**
 * `not_evaluated` never passes. `allowed` was not evaluated either, but that is allowed. `not_applicable` is
 * ignored.
 */
export type Standing = "passed" | "failed" | "not_evaluated" | "allowed" | "not_applicable";

const OUTCOMES: Readonly<Record<Standing, Outcome>> = {
  passed: "passed",
  failed: "failed",
  not_evaluated: "inconclusive",
  allowed: "allowed",
  not_applicable: "not_applicable",
};

export const countStandings = (standings: readonly Standing[]): Counts =>
  countOutcomes(standings.map((standing) => OUTCOMES[standing]));

export interface Judged {
  /** `outcome`, a metric's name, or a limit: `latency_p95<=1500`. */
  readonly criterion: string;
  readonly standing: Standing;
  readonly reason: string | null;
}

/** A limit that every conversation must meet. */
export interface Limit {
  /** The name of a quantitative metric, or the id of a built-in one. */
  readonly metric: string;
  readonly bound: "at_least" | "at_most";
  readonly value: number;
}

export interface Criteria {
  /** The pass_fail metrics that count. Undefined: all of the agent's. */
  readonly metrics: readonly string[] | undefined;
  readonly limits: readonly Limit[];
  /**
   * A criterion without a verdict does not keep a conversation from passing, if another one was evaluated and
   * met.
   */
  readonly allow_unevaluated?: boolean;
}

/** The criterion that every conversation has: whether the digital human got what it wanted. */
export const OUTCOME = "outcome";

const nameOfLimit = ({ metric, bound, value }: Limit) =>
  `${metric}${bound === "at_least" ? ">=" : "<="}${value}`;

/**
 * Judged by the intent alone. If the record has other criteria, a goal that could not be judged does not
 * count.
 */
const GOAL = "Goal";

/**
 * Judges a conversation by each criterion: its outcome, the criteria in its digital human's record, the
 * metrics and the limits. If the conversation as a whole was not judged, it blames nobody: a criterion that was met
 * or did not apply says so, and all others are not evaluated.
 */
export function judgeConversation(conversation: Conversation, criteria: Criteria): Judged[] {
  const { metrics, limits, allow_unevaluated = false } = criteria;
  const verdicts = (conversation.evaluation?.verdicts ?? []).filter(passesOrFails);
  const isOwn = ({ requested_by }: ConversationVerdict) => requested_by?.includes("digital_human") ?? false;
  const own = verdicts.filter((verdict) => isOwn(verdict) && verdict.name !== GOAL).map(({ name }) => name);
  const asked = metrics ?? verdicts.filter((verdict) => !isOwn(verdict)).map(({ name }) => name);
  const names = [...new Set([...own, ...asked])];
  const wasEvaluated = isJudged(conversation) || Boolean(conversation.criteria);
  if (!wasEvaluated) {
    const reason = whyNotJudged(conversation);
    const open = (criterion: string): Judged => ({ criterion, standing: "not_evaluated", reason });
    const judged_metrics = names.map((name) => {
      const judged = judgeMetric(name, conversation.evaluation?.verdicts ?? []);
      return judged.standing === "passed" || judged.standing === "not_applicable" ? judged : open(name);
    });
    return [open(OUTCOME), ...judged_metrics, ...limits.map((limit) => open(nameOfLimit(limit)))];
  }
  const judged = [
    judgeOutcome(conversation, allow_unevaluated),
    ...names.map((name) => judgeMetric(name, conversation.evaluation?.verdicts ?? [])),
    ...limits.map((limit) => judgeLimit(limit, conversation)),
  ];
  const isAllowed = ({ criterion, standing }: Judged) =>
    allow_unevaluated &&
    standing === "not_evaluated" &&
    conversation.criteria?.unevaluated?.includes(criterion);
  return judged.map((criterion) =>
    isAllowed(criterion) ? { ...criterion, standing: "allowed" } : criterion,
  );
}

/** Judges whether the digital human got what it wanted. */
export function judgeOutcome(conversation: Conversation, allow_unevaluated: boolean): Judged {
  const { outcome, outcome_reason = null } = conversation;
  const held = outcome === "passed" || (allow_unevaluated && isHeldAsFarAsEvaluated(conversation));
  const standing = held ? "passed" : outcome === "failed" ? "failed" : "not_evaluated";
  return { criterion: OUTCOME, standing, reason: outcome_reason };
}

function judgeMetric(criterion: string, verdicts: readonly ConversationVerdict[]): Judged {
  const verdict = verdicts.find(({ name }) => name === criterion);
  if (!verdict) return { criterion, standing: "not_evaluated", reason: "the metric was not applied" };
  const { status, response_type, value } = verdict;
  const reason = explainVerdict(verdict) ?? null;
  if (status === "NOT_APPLICABLE") return { criterion, standing: "not_applicable", reason };
  if (status !== "EVALUATED") return { criterion, standing: "not_evaluated", reason: reason ?? status };
  if (!passesOrFails(verdict) || typeof value !== "boolean")
    return {
      criterion,
      standing: "not_evaluated",
      reason: `a ${response_type} metric neither passes nor fails`,
    };
  return { criterion, standing: value ? "passed" : "failed", reason };
}

function judgeLimit(limit: Limit, conversation: Conversation): Judged {
  const criterion = nameOfLimit(limit);
  const measured = numbersOf(conversation).get(limit.metric);
  if (measured === undefined)
    return { criterion, standing: "not_evaluated", reason: "no value was measured" };
  const kept = limit.bound === "at_least" ? measured >= limit.value : measured <= limit.value;
  const unit = assumedUnit([conversation], [limit.metric]);
  const reason = `the value is ${measured}${unit ? ` (${unit})` : ""}`;
  return { criterion, standing: kept ? "passed" : "failed", reason };
}

const LATENCY = "agent.response_latency.";

/**
 * Which unit was taken for latencies among these metrics, as the first conversation says it. Undefined if the service
 * gives it, or if there are none.
 */
export const assumedUnit = (
  conversations: readonly Conversation[],
  metrics: readonly string[],
): string | undefined =>
  metrics.some((metric) => metric.startsWith(LATENCY))
    ? conversations
        .flatMap(({ evaluation }) => evaluation?.data_quality ?? [])
        .find(({ code }) => code === "latency_unit")?.message
    : undefined;

/** The numbers measured in a conversation: quantitative metrics by name, built-in ones by id. */
export function numbersOf({ evaluation }: Conversation): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { id, status, value } of evaluation?.metrics ?? [])
    if (status === "EVALUATED" && typeof value === "number") numbers.set(id, value);
  for (const { name, status, value } of evaluation?.verdicts ?? [])
    if (status === "EVALUATED" && typeof value === "number") numbers.set(name, value);
  return numbers;
}
