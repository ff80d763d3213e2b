import type { Kysely } from "kysely";
import { groupBy } from "../../../contract/group-by.ts";
import type { Output } from "../../../contract/types.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";

type Metric = Output<"CustomMetric">;

/** Rows in the form of E1 and E8. One further query, however many rows there are. */
export async function showMetrics(
  db: Kysely<Database>,
  rows: readonly Row<"custom_metric">[],
): Promise<Metric[]> {
  const ids = rows.map((row) => row.id);
  const assigned = await inChunks(ids, (chunk) =>
    db
      .selectFrom("custom_metric_agent")
      .selectAll()
      .where("metric_id", "in", chunk)
      .orderBy("agent_id")
      .execute(),
  );
  const agents = groupBy(assigned, ({ metric_id }) => metric_id);
  return rows.map(({ id, created_at, record }) => ({
    ...withTags(JSON.parse(record)),
    id,
    created_at,
    agent_ids: (agents.get(id) ?? []).map(({ agent_id }) => agent_id),
  }));
}

const withTags = (record: Metric) => ({ ...record, tags: record.tags ?? [] });

export async function showMetric(db: Kysely<Database>, row: Row<"custom_metric">): Promise<Metric> {
  const [metric] = await showMetrics(db, [row]);
  if (!metric) throw new Error(`metric ${row.id} is not shown`);
  return metric;
}

/** A metric in the form of E12: with its organization, and with its agent if it has only one. */
export function asDeleted(
  { agent_ids = [], ...metric }: Metric,
  organization_id: string,
): Output<"DeletedCustomMetric"> {
  const [agent_id = null, ...others] = agent_ids;
  return { ...metric, agent_id: others.length > 0 ? null : agent_id, organization_id };
}
