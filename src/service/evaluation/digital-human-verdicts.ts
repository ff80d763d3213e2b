import type { Output } from "../../contract/types.ts";
import type { JudgedMetric } from "../../engine/judge/metric.ts";
import { isRuleGuidance } from "../../engine/rules-language/compile.ts";

type Verdict = Output<"Verdict">;
type Measurement = Output<"Evaluation">["metrics"][number];

const ofDigitalHuman = {
  metric_id: null,
  response_type: "pass_fail",
  requested_by: ["digital_human"],
} satisfies Partial<Verdict>;

/** `success_criteria` as a metric: rules where they are written as rules, else for a judge. */
export function successCriteria(success_criteria: string | null | undefined): JudgedMetric | undefined {
  const text = success_criteria?.trim();
  if (!text) return undefined;
  return {
    name: "Success criteria",
    response_type: "pass_fail",
    eval_route: "TEXT",
    ...(isRuleGuidance(text) ? { scoring_guidance: text } : { description: text }),
  };
}

/** Ends for which the agent answers while the digital human has not got what it wanted. */
const AGENTS_FAULT: readonly (string | null)[] = ["refused", "silence_timeout", "max_turns", "max_duration"];

/** Whether the digital human got what it wanted, as far as it knows; none where it has no goal. */
export function goalVerdict(goal_completed: boolean | null, end_reason: string | null): Verdict[] {
  if (goal_completed === null) return [];
  const goal = { ...ofDigitalHuman, name: "Goal", method: "builtin" as const };
  if (goal_completed)
    return [{ ...goal, status: "EVALUATED", value: true, message: "the digital human got what it wanted" }];
  const message = "the digital human did not get what it wanted";
  return AGENTS_FAULT.includes(end_reason)
    ? [{ ...goal, status: "EVALUATED", value: false, message: `${message} (${end_reason})` }]
    : [{ ...goal, status: "NOT_EVALUATED", reason: end_reason ?? "unknown_end", value: null, message }];
}

/**
 * Whether the expected tool calls were made: each of them as expected, and no other that changes something. By the
 * built-in metrics `tool_calls.outcome` and `tool_calls.match_rate`.
 */
export function toolCallsVerdict(metrics: readonly Measurement[]): Verdict {
  const measured = (id: string) => metrics.find((metric) => metric.id === id);
  const matched = measured("tool_calls.match_rate");
  const extra = measured("tool_calls.extra_effectful");
  const verdict = { ...ofDigitalHuman, name: "Expected tool calls", method: "builtin" as const };
  if (matched?.status !== "EVALUATED" || extra?.status !== "EVALUATED")
    return { ...verdict, status: "NOT_EVALUATED", value: null, reason: matched?.reason ?? "missing_metric" };
  const shown = [matched, extra, measured("tool_calls.outcome")].filter((metric) => metric !== undefined);
  return {
    ...verdict,
    status: "EVALUATED",
    value: matched.value === 1 && extra.value === 0,
    evidence: shown.map(({ id, value, unit }) => ({ kind: "metric", id, value, unit })),
  };
}
