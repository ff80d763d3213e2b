/** Operations of the hosted API that change custom metrics. */
import type { Endpoint } from "./row.ts";

export const metricChanges = {
  update_custom_metric: {
    method: "PUT",
    path: "/v1/update-custom-metric/{metric_id}",
    tier: "hosted",
    summary: "Change the named fields of a custom metric",
    params: { metric_id: { type: "uuid" } },
    body: "CustomMetricUpdate",
    answer: "CustomMetric",
    errors: [400, 404],
    repeat: "safe",
  },
  create_custom_metrics: {
    method: "POST",
    path: "/v1/create-custom-metrics",
    tier: "hosted",
    summary: "Create several custom metrics, all or none",
    body: "CustomMetricsCreate",
    answer: "CustomMetricsCreated",
    list: "metrics",
    errors: [400, 404],
    repeat: "once",
  },
  update_custom_metrics: {
    method: "PUT",
    path: "/v1/update-custom-metrics",
    tier: "hosted",
    summary: "Change the same fields of several custom metrics, all or none",
    body: "CustomMetricsUpdate",
    answer: "CustomMetricsUpdated",
    errors: [400, 404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
