/** Operations beyond the specification on custom metrics. */
import type { Endpoint } from "./row.ts";

export const metrics = {
  create_custom_metric: {
    method: "POST",
    path: "/v1/create-custom-metric",
    tier: "hosted",
    summary: "Create a custom metric",
    body: "CustomMetricCreate",
    answer: "CustomMetric",
    errors: [400, 404],
    repeat: "once",
  },
  get_custom_metric: {
    method: "GET",
    path: "/v1/custom-metric/{metric_id}",
    tier: "hosted",
    summary: "Show a custom metric",
    params: { metric_id: { type: "uuid" } },
    answer: "CustomMetric",
    errors: [404],
    repeat: "safe",
  },
  lint_custom_metric: {
    method: "POST",
    path: "/v1/lint-custom-metric",
    tier: "own",
    summary: "Check the rules of a custom metric without storing it",
    body: "CustomMetricCreate",
    answer: "MetricLint",
    errors: [],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
