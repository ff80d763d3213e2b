import { EVAL_ROUTES, RESPONSE_TYPES } from "../../contract/values.ts";
import type { JudgedMetric } from "../../engine/judge/metric.ts";
import { catalogue } from "../../engine/metrics/catalogue.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import { ruleInputOf } from "../../engine/metrics/rule-input.ts";
import { compileRules } from "../../engine/rules-language/compile.ts";
import { evaluateRules } from "../../engine/rules-language/evaluate.ts";
import type { RuleResult } from "../../engine/rules-language/result.ts";
import { rulesOf } from "../../engine/rules-language/rules-of.ts";
import { askJudge, type JudgeResult, NO_JUDGEMENT } from "./ask-judge.ts";
import type { MetricInput, MetricOptions } from "./metric-input.ts";

/**
 * The result of one custom metric on one call. `value` is null unless `status` is EVALUATED. See
 * `RuleResult`.
 */
export type MetricResult =
  | (RuleResult & { readonly method: "rule" })
  | (JudgeResult & { readonly method: "judge" });

/**
 * Evaluates a custom metric on a call: by its rules if its guidance contains rules, otherwise by the judge.
 * If no verdict was reached, `status` and `reason` say why:
 *
 * - `NOT_EVALUATED`: `unknown_value` (of `response_type` or `eval_route`); `no_model`; `missing_transcript`,
 *   `missing_recording`, `no_audio_model` (see `routeOf`), `unsupported_media`, `recording_too_large`,
 *   `damaged_recording`; `missing_variables` (`missing` names them); `conversation_too_long`;
 *   `insufficient_evidence`, `insufficient_agreement`; and the reasons of `RuleResult`.
 * - `ERROR`: `model_error` (no answer); an answer that stayed unusable: `unreadable_answer`,
 *   `failed_control`, `unsupported_evidence`, `wrong_type`, `out_of_range`, `unknown_option`; and
 *   `rule_error`.
 *
 * Rejects only if `signal` is aborted, or if the store or the recording fails.
 */
export async function evaluateMetric(
  metric: JudgedMetric,
  input: MetricInput,
  options: MetricOptions = {},
): Promise<MetricResult> {
  const unknown = unknownSetting(metric);
  if (unknown !== undefined)
    return {
      method: "judge",
      ...NO_JUDGEMENT,
      reason: "unknown_value",
      message: `not used: unknown value of ${unknown}`,
    };
  const given = ruleInputOf(knownTo(metric, input.conversation), (id) => input.builtins.get(id));
  const guidance = rulesOf(metric);
  if (guidance === undefined)
    return { method: "judge", ...(await askJudge(metric, { ...input, turns: given.turns ?? [] }, options)) };
  const rules = compileRules(guidance, metric, [...catalogue]);
  const result = evaluateRules(rules, given, options.budget);
  const message = result.reason === "missing_tool_calls" && { message: NO_CALLS };
  return { method: "rule", ...result, ...message };
}

const NO_CALLS = "no tool call is on record, and nothing shows that the agent reports them";

/** A tool_call metric does not take it for a fault of the agent that nobody reported its calls. */
const knownTo = ({ response_type }: JudgedMetric, conversation: ConversationInput): ConversationInput =>
  response_type === "tool_call" && conversation.tool_calls_uncertain
    ? { ...conversation, tool_calls: null }
    : conversation;

/** A setting whose value is not in this version's contract, so it is unknown how to evaluate the metric. */
function unknownSetting({ response_type, eval_route }: JudgedMetric): string | undefined {
  if (!RESPONSE_TYPES.includes(response_type)) return "response_type";
  return eval_route && !EVAL_ROUTES.includes(eval_route) ? "eval_route" : undefined;
}
