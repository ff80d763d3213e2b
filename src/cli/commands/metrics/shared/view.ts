import type { View } from "../../../render/view.ts";

/** The view of a list of metrics: an answer of E8, or an array. */
export const metricRows = {
  kind: "rows",
  rows: "metrics",
  columns: [
    "id",
    "name",
    "response_type",
    { title: "agents", value: "agent_ids", absent: "none yet" },
    "tags",
    { title: "created", value: "created_at", kind: "time" },
  ],
  empty: "no custom metrics",
} as const satisfies View;
