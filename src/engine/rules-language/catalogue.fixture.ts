import type { CatalogueEntry, MetricReading } from "./input.ts";

/** Some built-in metrics, for tests. */
export const catalogue: CatalogueEntry[] = [
  { id: "agent.response_latency.p95", unit: "ms" },
  { id: "agent.response_rate", unit: "ratio" },
  { id: "agent.pitch", unit: "count" },
  { id: "user.pitch", unit: "count" },
  { id: "talk_share.agent", unit: "percent" },
  { id: "talk_time.agent", unit: "ms" },
  { id: "talk_time.user", unit: "ms" },
  { id: "interruptions.by_agent", unit: "count" },
  { id: "call_duration", unit: "ms" },
  { id: "longest_silence", unit: "ms" },
  { id: "words_per_minute.agent", unit: "words per minute" },
  { id: "tool_calls.names", unit: "value" },
  { id: "ended_by", unit: "value" },
];

/** A lookup of metrics with these values. All others are unknown. */
export function readings(values: Record<string, unknown>): (id: string) => MetricReading | undefined {
  return (id) => {
    const entry = catalogue.find((metric) => metric.id === id);
    if (!entry || !Object.hasOwn(values, id)) return undefined;
    return { status: "EVALUATED", value: values[id], unit: entry.unit };
  };
}
