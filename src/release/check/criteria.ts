/** What a conversation must satisfy, one criterion at a time. */
import { type Conversation, type FoundVerdict, isJudged, whyNotJudged } from "./conversation.ts";

/** `not_evaluated` never passes; `not_applicable` is ignored. */
export type Standing = "passed" | "failed" | "not_evaluated" | "not_applicable";

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
  /** The pass_fail metrics that count; undefined: all of the agent's. */
  readonly metrics: readonly string[] | undefined;
  readonly limits: readonly Limit[];
}

/** The criterion of every conversation: whether the digital human got what it wanted. */
export const OUTCOME = "outcome";

export const nameOfLimit = ({ metric, bound, value }: Limit) =>
  `${metric}${bound === "at_least" ? ">=" : "<="}${value}`;

/** Judges a conversation by each criterion. If the conversation was not judged, nothing is evaluated. */
export function judgeConversation(conversation: Conversation, { metrics, limits }: Criteria): Judged[] {
  const { outcome, outcome_reason, evaluation } = conversation;
  const verdicts = evaluation?.verdicts ?? [];
  const passFail = verdicts.filter(
    ({ response_type, requested_by }) =>
      response_type === "pass_fail" && !requested_by?.includes("digital_human"),
  );
  const names = metrics ?? passFail.map(({ name }) => name);
  const criteria = [OUTCOME, ...names, ...limits.map(nameOfLimit)];
  if (!isJudged(conversation)) {
    const reason = whyNotJudged(conversation);
    return criteria.map((criterion) => ({ criterion, standing: "not_evaluated", reason }));
  }
  return [
    {
      criterion: OUTCOME,
      standing: outcome === "passed" ? "passed" : "failed",
      reason: outcome_reason ?? null,
    },
    ...names.map((name) => judgeMetric(name, verdicts)),
    ...limits.map((limit) => judgeLimit(limit, conversation)),
  ];
}

function judgeMetric(criterion: string, verdicts: readonly FoundVerdict[]): Judged {
  const verdict = verdicts.find(({ name }) => name === criterion);
  if (!verdict) return { criterion, standing: "not_evaluated", reason: "the metric was not applied" };
  const { status, response_type, value } = verdict;
  const reason = verdict.reasoning ?? verdict.message ?? verdict.reason ?? null;
  if (status === "NOT_APPLICABLE") return { criterion, standing: "not_applicable", reason };
  if (status !== "EVALUATED") return { criterion, standing: "not_evaluated", reason: reason ?? status };
  if (response_type !== "pass_fail" || typeof value !== "boolean")
    return {
      criterion,
      standing: "not_evaluated",
      reason: `a ${response_type} metric neither passes nor fails`,
    };
  return { criterion, standing: value ? "passed" : "failed", reason };
}

function judgeLimit(limit: Limit, conversation: Conversation): Judged {
  const criterion = nameOfLimit(limit);
  const found = numbersOf(conversation).get(limit.metric);
  if (found === undefined) return { criterion, standing: "not_evaluated", reason: "no value was measured" };
  const kept = limit.bound === "at_least" ? found >= limit.value : found <= limit.value;
  return { criterion, standing: kept ? "passed" : "failed", reason: `the value is ${found}` };
}

/** The numbers measured in a conversation: quantitative metrics by name, built-in ones by id. */
export function numbersOf({ evaluation }: Conversation): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { id, status, value } of evaluation?.metrics ?? [])
    if (status === "EVALUATED" && typeof value === "number") numbers.set(id, value);
  for (const { name, status, value } of evaluation?.verdicts ?? [])
    if (status === "EVALUATED" && typeof value === "number") numbers.set(name, value);
  return numbers;
}
