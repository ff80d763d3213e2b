/** What a conversation must satisfy, one criterion at a time. */
import { type Conversation, type FoundVerdict, isJudged, whyNotJudged } from "./conversation.ts";

/** `not_evaluated` never passes; `not_applicable` is left out of account. */
export type Standing = "passed" | "failed" | "not_evaluated" | "not_applicable";

export interface Judged {
  /** `outcome`, a metric's name, or a limit: `latency_p95<=1500`. */
  readonly criterion: string;
  readonly standing: Standing;
  readonly reason: string | null;
}

/** A limit that every conversation must keep. */
export interface Limit {
  /** Name of a quantitative metric or id of a built-in one. */
  readonly metric: string;
  readonly bound: "at_least" | "at_most";
  readonly value: number;
}

export interface Criteria {
  /** The pass_fail metrics that count; undefined: all of the agent's. */
  readonly metrics: readonly string[] | undefined;
  readonly limits: readonly Limit[];
}

/** The criterion that every conversation has: whether the digital human got what it wanted, by all that decides it. */
export const OUTCOME = "outcome";

export const nameOfLimit = ({ metric, bound, value }: Limit) =>
  `${metric}${bound === "at_least" ? ">=" : "<="}${value}`;

/** Judges a conversation by each criterion. In one that was not judged nothing is evaluated. */
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
  if (found === undefined) return { criterion, standing: "not_evaluated", reason: "there is no value" };
  const kept = limit.bound === "at_least" ? found >= limit.value : found <= limit.value;
  return { criterion, standing: kept ? "passed" : "failed", reason: `the value is ${found}` };
}

/** The numbers that were found of a conversation: of quantitative metrics by name, of built-in ones by id. */
export function numbersOf({ evaluation }: Conversation): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { id, status, value } of evaluation?.metrics ?? [])
    if (status === "EVALUATED" && typeof value === "number") numbers.set(id, value);
  for (const { name, status, value } of evaluation?.verdicts ?? [])
    if (status === "EVALUATED" && typeof value === "number") numbers.set(name, value);
  return numbers;
}
