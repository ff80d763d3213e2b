import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Service } from "../../handler.ts";
import { chunks, inChunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireAll } from "../ids.ts";
import { checkMetric } from "./check.ts";

type Draft = Output<"CustomMetricCreate">;

/** What a seed may set and the service otherwise assigns. */
interface Given {
  readonly id?: string | undefined;
  /** ISO 8601 in UTC. */
  readonly created_at?: string | undefined;
}

/**
 * Inserts a metric. 400 if it contradicts itself, 422 for mistakes in its rules, 404 for agents that the
 * organization does not have.
 */
export async function insertMetric(
  transaction: Kysely<Database>,
  { now, newId }: Pick<Service, "now" | "newId">,
  organization_id: string,
  draft: Draft,
  { id = newId(), created_at = now().toISOString() }: Given = {},
): Promise<Row<"custom_metric">> {
  checkMetric(draft);
  const { agent_ids, ...record } = draft;
  const agents = [...new Set(agent_ids)];
  const tags = [...new Set(record.tags)];
  await requireAgents(transaction, organization_id, agents);
  const row = await transaction
    .insertInto("custom_metric")
    .values({ id, organization_id, record: JSON.stringify(record), created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const chunk of chunks(agents))
    await transaction
      .insertInto("custom_metric_agent")
      .values(chunk.map((agent_id) => ({ metric_id: id, agent_id })))
      .execute();
  for (const chunk of chunks(tags))
    await transaction
      .insertInto("custom_metric_tag")
      .values(chunk.map((tag) => ({ metric_id: id, tag })))
      .execute();
  return row;
}

async function requireAgents(
  transaction: Kysely<Database>,
  organization_id: string,
  agent_ids: readonly number[],
): Promise<void> {
  const rows = await inChunks(agent_ids, (chunk) =>
    transaction
      .selectFrom("agent")
      .select("id")
      .where("organization_id", "=", organization_id)
      .where("id", "in", chunk)
      .execute(),
  );
  requireAll("agent", agent_ids, rows);
}
