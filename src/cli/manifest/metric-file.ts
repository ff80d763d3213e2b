/** Files of `parley metrics create`: a metric, or a list of them. They name no kind. */

/** What a document seems to be. Only a metric has a response type. */
export function metricKindOf(value: unknown): "metric" | "metrics" | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("metrics" in value) return "metrics";
  return "response_type" in value || "scoring_guidance" in value ? "metric" : undefined;
}
