import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import type { JudgedMetric } from "../../engine/judge/metric.ts";
import { showMetrics } from "../domain/metrics/show.ts";
import { inChunks } from "../store/chunks.ts";
import type { Database } from "../store/schema.ts";

type Requester = Output<"Verdict">["requested_by"][number];

/** What metrics to select for. */
export interface MetricRequest {
  readonly organization_id: string;
  /** If absent, the agent's own metrics are not selected. */
  readonly agent_id?: number | undefined;
  readonly custom_metrics?: readonly string[] | null | undefined;
  readonly custom_metric_tags?: readonly string[] | null | undefined;
}

export interface RequestedMetric {
  /** Null unless it is a custom metric. */
  readonly id: string | null;
  readonly metric: JudgedMetric;
  readonly requested_by: Requester[];
}

export interface SelectedMetrics {
  /** In the order of their creation, without repetitions. */
  readonly requested: readonly RequestedMetric[];
  /** Ids in `custom_metrics` that no longer exist. */
  readonly gone: readonly string[];
}

/** The agent's metrics, the metrics named, and every metric with one of the tags. */
export async function selectMetrics(db: Kysely<Database>, request: MetricRequest): Promise<SelectedMetrics> {
  const named = [...new Set((request.custom_metrics ?? []).map((id) => id.toLowerCase()))];
  const { agent_id } = request;
  const ofAgent =
    agent_id === undefined
      ? []
      : await db
          .selectFrom("custom_metric_agent")
          .select("metric_id")
          .where("agent_id", "=", agent_id)
          .execute();
  const tagged = await inChunks([...new Set(request.custom_metric_tags)], (tags) =>
    db.selectFrom("custom_metric_tag").select("metric_id").where("tag", "in", tags).execute(),
  );
  const reasons = new Map<string, Requester[]>();
  const add = (ids: readonly string[], requester: Requester) => {
    for (const id of new Set(ids)) reasons.set(id, [...(reasons.get(id) ?? []), requester]);
  };
  add(
    ofAgent.map(({ metric_id }) => metric_id),
    "agent",
  );
  add(named, "custom_metrics");
  add(
    tagged.map(({ metric_id }) => metric_id),
    "custom_metric_tags",
  );
  const rows = await inChunks([...reasons.keys()], (ids) =>
    db
      .selectFrom("custom_metric")
      .selectAll()
      .where("organization_id", "=", request.organization_id)
      .where("id", "in", ids)
      .execute(),
  );
  rows.sort((a, b) =>
    a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
  );
  const metrics = await showMetrics(db, rows);
  const metric_ids = new Set(rows.map(({ id }) => id));
  return {
    requested: metrics.map((metric) => ({
      id: metric.id,
      metric,
      requested_by: reasons.get(metric.id) ?? [],
    })),
    gone: named.filter((id) => !metric_ids.has(id)),
  };
}
