/** The custom metrics that calls are evaluated against. */
import type { Handlers } from "../handler.ts";
import { together } from "../store/together.ts";
import { requireAgent } from "./agents.ts";
import { ruleMistakes } from "./metrics/check.ts";
import { insertMetric } from "./metrics/insert.ts";
import { inOrderOfCreation, requireMetric, selectMetrics } from "./metrics/lookup.ts";
import { asDeleted, showMetric, showMetrics } from "./metrics/show.ts";
import { countsOf, offsetOf } from "./page.ts";

export const metricHandlers = {
  /** All metrics are one page, because E1 has no paging. */
  async list_custom_metrics_by_agent({ organization_id, params: { agent_id } }, { db }) {
    await requireAgent(db, organization_id, agent_id);
    const rows = await inOrderOfCreation(db, organization_id, agent_id).execute();
    const metrics = await showMetrics(db, rows);
    return { metrics, ...countsOf({ page: 1, page_size: rows.length }, rows.length, rows.length) };
  },

  async list_custom_metrics({ organization_id, query: { agent_id, ...page } }, { db }) {
    const [, { total }, rows] = await together(
      agent_id === undefined ? undefined : requireAgent(db, organization_id, agent_id),
      selectMetrics(db, organization_id, agent_id)
        .select(({ fn }) => fn.countAll().as("total"))
        .executeTakeFirstOrThrow(),
      inOrderOfCreation(db, organization_id, agent_id).limit(page.page_size).offset(offsetOf(page)).execute(),
    );
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
