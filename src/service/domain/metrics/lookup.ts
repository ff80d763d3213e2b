import type { Kysely } from "kysely";
import { notFound } from "../../errors.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireRows } from "../require-rows.ts";

/** The metrics of an organization: all, or those that apply to one agent. */
export function selectMetrics(db: Kysely<Database>, organization_id: string, agent_id: number | undefined) {
  const query = db.selectFrom("custom_metric").where("organization_id", "=", organization_id);
  if (agent_id === undefined) return query;
  return query.where("id", "in", (from) =>
    from.selectFrom("custom_metric_agent").select("metric_id").where("agent_id", "=", agent_id),
  );
}

export const inOrderOfCreation = (
  db: Kysely<Database>,
  organization_id: string,
  agent_id: number | undefined,
) => selectMetrics(db, organization_id, agent_id).selectAll().orderBy("created_at").orderBy("id");

/** The organization's metric with this id, or 404. */
export async function requireMetric(
  db: Kysely<Database>,
  organization_id: string,
  metric_id: string,
): Promise<Row<"custom_metric">> {
  const row = await selectMetrics(db, organization_id, undefined)
    .selectAll()
    .where("id", "=", metric_id)
    .executeTakeFirst();
  if (!row) throw notFound("custom metric", metric_id);
  return row;
}

/** 404, naming the metrics that the organization does not have. */
export async function requireMetrics(
  db: Kysely<Database>,
  organization_id: string,
  metric_ids: readonly string[],
): Promise<void> {
  await requireRows(
    db,
    "custom_metric",
    organization_id,
    metric_ids.map((id) => id.toLowerCase()),
  );
}
