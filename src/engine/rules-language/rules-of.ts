import { isRuleGuidance } from "./compile.ts";
import type { MetricSettings } from "./input.ts";

/**
 * The rules that decide a metric: those in its guidance or, for a tool_call metric, that each of its tools was called.
 * Undefined if a judge decides.
 */
export function rulesOf({
  response_type,
  tool_names,
  scoring_guidance,
}: Partial<MetricSettings> & { readonly scoring_guidance?: string | null | undefined }): string | undefined {
  if (response_type === "tool_call") {
    const called = [...new Set(tool_names)].map((name) => `pass when tool ${JSON.stringify(name)} called`);
    return ["@rules", ...called].join("\n");
  }
  return scoring_guidance && isRuleGuidance(scoring_guidance) ? scoring_guidance : undefined;
}
