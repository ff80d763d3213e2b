import type { Output } from "../../../contract/types.ts";
import { RESPONSE_TYPES } from "../../../contract/values.ts";
import { catalogue } from "../../../engine/metrics/catalogue.ts";
import { checkRules, isRuleGuidance } from "../../../engine/rules-language/compile.ts";
import type { RuleError } from "../../../engine/rules-language/errors.ts";
import { rulesOf } from "../../../engine/rules-language/rules-of.ts";
import { badRequest } from "../../errors.ts";
import { Invalid } from "../../validation/fault.ts";

type Draft = Output<"CustomMetricCreate">;

/** The mistakes in a metric's rules. Undefined if its guidance has no rules and is for a judge. */
export function ruleMistakes(draft: Draft): RuleError[] | undefined {
  const { scoring_guidance: _, ...settings } = draft;
  const rules = rulesOf(draft);
  if (rules === undefined) return undefined;
  // Which rules are valid depends on the type, and this type is unknown.
  if (!RESPONSE_TYPES.includes(settings.response_type)) return [];
  return checkRules(rules, settings, [...catalogue]);
}

/**
 * Refuses a metric that could never be evaluated. 400 for contradictions. 422 for mistakes in its rules: one
 * fault for each, with line and column in `ctx`.
 */
export function checkMetric(draft: Draft): void {
  refuseContradictions(draft);
  refuseRuleMistakes(draft);
}

function refuseRuleMistakes(draft: Draft): void {
  const mistakes = ruleMistakes(draft) ?? [];
  if (mistakes.length === 0) return;
  const lines = draft.scoring_guidance?.split("\n") ?? [];
  const faults = mistakes.map(({ message, ...ctx }) => ({
    loc: ["body", "scoring_guidance"],
    msg: `line ${ctx.line}, column ${ctx.column}: ${message}`,
    type: "rule_error",
    input: lines[ctx.line - 1] ?? "",
    ctx,
  }));
  throw new Invalid(faults);
}

function refuseContradictions({
  response_type,
  enum_options,
  tool_names,
  scoring_guidance,
  min_value,
  max_value,
}: Draft): void {
  if (response_type === "enum" && !enum_options?.length)
    throw badRequest("response_type enum needs at least one entry in enum_options");
  if (response_type === "tool_call" && !tool_names?.length)
    throw badRequest("response_type tool_call needs at least one entry in tool_names");
  if (response_type === "tool_call" && isRuleGuidance(scoring_guidance))
    throw badRequest(
      "a metric of type tool_call is decided by its tool_names; for rules in scoring_guidance, choose pass_fail",
    );
  if (typeof min_value === "number" && typeof max_value === "number" && min_value > max_value)
    throw badRequest(`min_value ${min_value} is greater than max_value ${max_value}`);
}
