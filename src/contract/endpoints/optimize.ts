/** Operations of the hosted API that rewrite the prompt of a metric. They store nothing, and need a language model. */
import type { Endpoint } from "./row.ts";

export const optimize = {
  optimize_metric_prompt: {
    method: "POST",
    path: "/v1/optimize/metric-prompt",
    tier: "hosted",
    summary: "Let the service's language model rewrite the prompt of a metric, without storing it",
    body: "MetricPromptOptimize",
    answer: "OptimizedMetricPrompt",
    errors: [400, 409],
    repeat: "once",
  },
  optimize_metric_prompt_with_diff: {
    method: "POST",
    path: "/v1/optimize/metric-prompt-with-diff",
    tier: "hosted",
    summary: "The same, from conversations on which a person and the judge differ",
    body: "MetricPromptOptimizeWithDiff",
    answer: "OptimizedMetricPrompt",
    errors: [400, 409],
    repeat: "once",
  },
} as const satisfies Record<string, Endpoint>;
