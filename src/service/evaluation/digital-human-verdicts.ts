import { NOTHING_REPORTED } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";
import { SUCCESS_CRITERIA } from "../../contract/values.ts";
import type { Outcome } from "../../engine/caller/judging/deed.ts";
import type { Repeated } from "../../engine/caller/turn/circles.ts";
import type { JudgedMetric } from "../../engine/judge/metric.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import { isRuleGuidance } from "../../engine/rules-language/compile.ts";
import { rulesOf } from "../../engine/world/expected.ts";
import { GOAL } from "./result-outcome.ts";

type Verdict = Output<"Verdict">;
type Measurement = Output<"Evaluation">["metrics"][number];

const ofDigitalHuman = {
  metric_id: null,
  response_type: "pass_fail",
  requested_by: ["digital_human"],
} satisfies Partial<Verdict>;

/** `success_criteria` as a metric. Rules evaluate it if it is written as rules, otherwise a judge does. */
export function successCriteria(success_criteria: string | null | undefined): JudgedMetric | undefined {
  const text = success_criteria?.trim();
  if (!text) return undefined;
  return {
    name: SUCCESS_CRITERIA,
    response_type: "pass_fail",
    eval_route: "TEXT",
    ...(isRuleGuidance(text) ? { scoring_guidance: text } : { description: text }),
  };
}

/** `expected_state` as a metric with rules. */
export function expectedState(
  expected: Output<"ExpectedState"> | null | undefined,
): JudgedMetric | undefined {
  const scoring_guidance = expected && rulesOf(expected);
  return scoring_guidance
    ? { name: "Expected state", response_type: "pass_fail", eval_route: "TEXT", scoring_guidance }
    : undefined;
}

/**
 * Whether the digital human got what it wanted, as far as it knows. Empty if it has no goal.
 * @param repeated what the agent said again and again until the end, if it did
 * @param errand what the agent did, which counts more than what it said
 * @param reports_calls the agent has reported tool calls in another conversation
 */
export function goalVerdict(
  goal_completed: boolean | null,
  end_reason: string | null,
  repeated?: Repeated,
  errand?: Outcome,
  reports_calls = false,
): Verdict[] {
  if (goal_completed === null) return [];
  const goal = { ...ofDigitalHuman, name: GOAL, method: "builtin" as const };
  const deed = errand && deedInWords(errand, goal_completed, reports_calls);
  if (deed) return [{ ...goal, ...deed }];
  const circles = repeated ? `; ${inWords(repeated)}` : "";
  if (goal_completed)
    return [
      {
        ...goal,
        status: "EVALUATED",
        value: true,
        message: `the digital human got what it wanted${end_reason === "goal_reached" ? "" : circles}`,
      },
    ];
  if (end_reason === "silence_timeout") {
    const message = "the digital human did not get what it wanted: the agent stayed silent (silence_timeout)";
    return [{ ...goal, status: "EVALUATED", value: false, message }];
  }
  const message =
    "the conversation ended before the digital human could tell whether it got what it wanted; " +
    `its success_criteria or expected_tool_calls can decide instead${circles}`;
  return [{ ...goal, status: "NOT_EVALUATED", reason: end_reason ?? "unknown_end", value: null, message }];
}

/** What the agent did, in words. Undefined if it neither did it nor said so: then the conversation's end decides. */
function deedInWords(
  { tool, called, wrong, unsure, unchanged, fault, instead, claimed, reported }: Outcome,
  said: boolean,
  reports_calls: boolean,
): Pick<Verdict, "status" | "value" | "message" | "reason"> | undefined {
  const decided = (value: boolean, message: string) => ({ status: "EVALUATED" as const, value, message });
  const open = (reason: string, message: string) => ({
    status: "NOT_EVALUATED" as const,
    reason,
    value: null,
    message,
  });
  const isClaim = `the agent said ${JSON.stringify(claimed)}, but ${tool} was not called`;
  // Who reports no call at all may have made this one.
  if (claimed !== undefined && reported === 0 && !reports_calls)
    return open(NOTHING_REPORTED, `${isClaim}${OR_NOT_REPORTED}`);
  if (claimed !== undefined) return decided(false, isClaim);
  if (!called && fault !== undefined) return decided(false, fault);
  if (!called && instead)
    return open(
      "other_tool",
      `${instead.join(" and ")} was called, and not ${tool}; if that is what the digital human came for, name it as \`tool\` of its \`goal\``,
    );
  if (!called && said && reported > 0)
    return open("not_called", `the agent seems to say that it is done, but ${tool} was not called`);
  if (!called) return undefined;
  const differences = (all: Outcome["wrong"]) =>
    all
      .map(
        (value) =>
          `${value.label} ${JSON.stringify(value.said)}, but the digital human wants ${JSON.stringify(value.wanted)}`,
      )
      .join("; with ");
  if (wrong.length > 0) return decided(false, `${tool} was called with ${differences(wrong)}`);
  if (fault !== undefined) return decided(false, fault);
  const [first] = unsure;
  if (!first && unchanged)
    return open(
      "mind_not_changed",
      `${tool} was called, but the digital human never came to change its mind about the ${unchanged.join(" and the ")}, because the agent did not read it back before`,
    );
  if (!first) return decided(true, `the digital human got what it wanted: ${tool} was called`);
  return open(first.why, `${tool} was called with ${differences([first])}; ${WHY_UNSURE[first.why]}`);
}

const OR_NOT_REPORTED =
  ", or not reported: the agent reported no tool call in this conversation. Report its calls, so that its deeds count";

const WHY_UNSURE = {
  not_said: "it never came to say so",
  said_later: "it said so only afterwards",
  unclear: "it said so only among other numbers",
  agreed: "it agreed to that, or let it pass",
  other_name: "the agent may have misheard the name, and nobody noticed",
  said_both: "it has said both",
};

const inWords = ({ question, slot, times }: Repeated): string =>
  slot
    ? `the agent asked for the ${slot.replaceAll("_", " ")} ${times} times (${JSON.stringify(question)})`
    : `the agent said ${JSON.stringify(question)} ${times} times`;

interface ToolOutcome {
  readonly as_expected: boolean;
  readonly expected: readonly { readonly status: string; readonly tool_call: number | null }[];
  readonly problems: readonly string[];
  readonly guessed: { readonly effectful: readonly string[]; readonly read_only: readonly string[] };
}

/**
 * Whether the tool calls are the expected ones (`expected_tool_calls`): exactly the expected changes were
 * made, and every other expected call was made without an error. An empty list expects no changes. This uses
 * the built-in metric `tool_calls.outcome`. The message names the tools whose effect was guessed.
 */
export function toolCallsVerdict(
  metrics: readonly Measurement[],
  calls: NonNullable<ConversationInput["tool_calls"]>,
): Verdict {
  const measured = (id: string) => metrics.find((metric) => metric.id === id);
  const outcome = measured("tool_calls.outcome");
  const verdict = { ...ofDigitalHuman, name: "Expected tool calls", method: "builtin" as const };
  if (outcome?.status === "NOT_APPLICABLE")
    return {
      ...verdict,
      status: "EVALUATED",
      value: true,
      message: "nothing should have been changed, and no tool was called",
    };
  if (outcome?.status !== "EVALUATED")
    return { ...verdict, status: "NOT_EVALUATED", value: null, reason: outcome?.reason ?? "missing_metric" };
  const { as_expected, problems, expected, guessed } = outcome.value as ToolOutcome;
  const taken = (as: string, tools: readonly string[]) =>
    tools.length > 0 ? [`taken for ${as}: ${tools.join(", ")}`] : [];
  const message = [
    ...problems,
    ...taken("effectful", guessed.effectful),
    ...taken("read-only", guessed.read_only),
  ];
  const shown = ["tool_calls.match_rate", "tool_calls.extra_effectful", "tool_calls.outcome"].map(measured);
  return {
    ...verdict,
    status: "EVALUATED",
    value: as_expected,
    ...(message.length > 0 && { message: message.join("; ") }),
    evidence: [
      ...expected.flatMap(({ status, tool_call }) =>
        status === "matched" && tool_call !== null ? [madeCall(calls, tool_call)] : [],
      ),
      ...shown.flatMap((metric) =>
        metric ? [{ kind: "metric", id: metric.id, value: metric.value, unit: metric.unit }] : [],
      ),
    ],
  };
}

/** The calls explain the end state, which decides. */
export const explaining = (verdict: Verdict): Verdict => ({
  ...verdict,
  status: "NOT_APPLICABLE",
  reason: "end_state_decides",
  value: null,
});

const madeCall = (calls: NonNullable<ConversationInput["tool_calls"]>, index: number) => ({
  kind: "tool_call",
  call: index + 1,
  name: calls[index]?.name ?? "",
  parameters: calls[index]?.parameters,
  matched: true,
});
