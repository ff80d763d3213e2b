import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import { chunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireRows } from "../require-rows.ts";
import { checkMetric } from "./check.ts";

type Draft = Output<"CustomMetricCreate">;

/** Values that a seed may set and that the service otherwise assigns. */
interface Given {
  readonly id?: string | undefined;
  /** ISO 8601 in UTC. */
  readonly created_at?: string | undefined;
}

/** The agents that a body names, one or several. Undefined if it names none. */
export const agentsOf = ({ agent_id, agent_ids }: Pick<Draft, "agent_id" | "agent_ids">) =>
  agent_ids ?? (agent_id ? [agent_id] : undefined);

/**
 * Inserts a metric. 400 if it contradicts itself, 422 for mistakes in its rules, 404 for agents that the
 * organization does not have.
 */
export async function insertMetric(
  transaction: Kysely<Database>,
  { now, newId }: Clock & Ids,
  organization_id: string,
  draft: Draft,
  { id = newId(), created_at = now().toISOString() }: Given = {},
): Promise<Row<"custom_metric">> {
  checkMetric(draft);
  const { agent_id, agent_ids: several, ...record } = draft;
  const agent_ids = agentsOf({ agent_id, agent_ids: several });
  const row = await transaction
    .insertInto("custom_metric")
    .values({ id, organization_id, record: JSON.stringify(record), created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  await placeMetric(transaction, row, { agent_ids, tags: record.tags });
  return row;
}

/**
 * Replaces the agents and the tags of a metric, if given. 404 for agents that the organization does not have.
 */
export async function placeMetric(
  transaction: Kysely<Database>,
  { id: metric_id, organization_id }: Pick<Row<"custom_metric">, "id" | "organization_id">,
  { agent_ids, tags }: Pick<Draft, "agent_ids" | "tags">,
): Promise<void> {
  if (agent_ids) {
    const agents = await requireRows(transaction, "agent", organization_id, agent_ids);
    await transaction.deleteFrom("custom_metric_agent").where("metric_id", "=", metric_id).execute();
    for (const chunk of chunks(agents))
      await transaction
        .insertInto("custom_metric_agent")
        .values(chunk.map((agent_id) => ({ metric_id, agent_id })))
        .execute();
  }
  if (!tags) return;
  await transaction.deleteFrom("custom_metric_tag").where("metric_id", "=", metric_id).execute();
  for (const chunk of chunks([...new Set(tags)]))
    await transaction
      .insertInto("custom_metric_tag")
      .values(chunk.map((tag) => ({ metric_id, tag })))
      .execute();
}
