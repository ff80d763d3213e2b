/** The custom metrics that calls are evaluated against. */
import type { Kysely } from "kysely";
import { notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import type { Database, Row } from "../store/schema.ts";
import { requireAgent } from "./agents.ts";
import { ruleMistakes } from "./metrics/check.ts";
import { insertMetric } from "./metrics/insert.ts";
import { asDeleted, showMetric, showMetrics } from "./metrics/show.ts";
import { countsOf, offsetOf } from "./page.ts";

export const metricHandlers = {
  /** All metrics are one page, however many there are: E1 has no paging. */
  async list_custom_metrics_by_agent({ organization_id, params: { agent_id } }, { db }) {
    await requireAgent(db, organization_id, agent_id);
    const rows = await inOrderOfCreation(db, organization_id, agent_id).execute();
    const metrics = await showMetrics(db, rows);
    return { metrics, ...countsOf({ page: 1, page_size: rows.length }, rows.length, rows.length) };
  },

  async list_custom_metrics({ organization_id, query: { agent_id, ...page } }, { db }) {
    if (agent_id !== undefined) await requireAgent(db, organization_id, agent_id);
    const { total } = await selectMetrics(db, organization_id, agent_id)
      .select(({ fn }) => fn.countAll().as("total"))
      .executeTakeFirstOrThrow();
    const rows = await inOrderOfCreation(db, organization_id, agent_id)
      .limit(page.page_size)
      .offset(offsetOf(page))
      .execute();
    const metrics = await showMetrics(db, rows);
    return { metrics, ...countsOf(page, Number(total), rows.length) };
  },

  async get_custom_metric({ organization_id, params: { metric_id } }, { db }) {
    return showMetric(db, await requireMetric(db, organization_id, metric_id));
  },

  async create_custom_metric({ organization_id, body }, service) {
    return service.write(async (transaction) =>
      showMetric(transaction, await insertMetric(transaction, service, organization_id, body)),
    );
  },

  async lint_custom_metric({ body }) {
    const mistakes = ruleMistakes(body);
    return { method: mistakes ? ("rule" as const) : ("judge" as const), mistakes: mistakes ?? [] };
  },

  async delete_custom_metric({ organization_id, params: { metric_id } }, { write }) {
    return write(async (transaction) => {
      const row = await requireMetric(transaction, organization_id, metric_id);
      const metric = await showMetric(transaction, row);
      await transaction.deleteFrom("custom_metric").where("id", "=", row.id).execute();
      return asDeleted(metric, organization_id);
    });
  },
} satisfies Partial<Handlers>;

/** The metrics of an organization: all, or those that apply to one agent. */
function selectMetrics(db: Kysely<Database>, organization_id: string, agent_id: number | undefined) {
  const query = db.selectFrom("custom_metric").where("organization_id", "=", organization_id);
  if (agent_id === undefined) return query;
  return query.where("id", "in", (from) =>
    from.selectFrom("custom_metric_agent").select("metric_id").where("agent_id", "=", agent_id),
  );
}

const inOrderOfCreation = (db: Kysely<Database>, organization_id: string, agent_id: number | undefined) =>
  selectMetrics(db, organization_id, agent_id).selectAll().orderBy("created_at").orderBy("id");

async function requireMetric(
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
