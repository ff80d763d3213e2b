/** The custom metrics that calls are evaluated against. */

import { CustomMetricsUpdate, CustomMetricUpdate } from "../../contract/schemas/index.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { ruleMistakes } from "../domain/metrics/check.ts";
import { insertMetric } from "../domain/metrics/insert.ts";
import { inOrderOfCreation, requireMetric, selectMetrics } from "../domain/metrics/lookup.ts";
import { asDeleted, showMetric, showMetrics } from "../domain/metrics/show.ts";
import { updateMetric } from "../domain/metrics/update.ts";
import { countsOf, offsetOf } from "../domain/page.ts";
import { badRequest } from "../errors.ts";
import { inParallel } from "../store/in-parallel.ts";
import type { Row } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

export const metricHandlers = {
  /** All metrics are one page, because E1 has no paging. */
  async list_custom_metrics_by_agent({ organization_id, params: { agent_id } }, { db }) {
    await requireAgent(db, organization_id, agent_id);
    const rows = await inOrderOfCreation(db, organization_id, agent_id).execute();
    const metrics = await showMetrics(db, rows);
    return { metrics, ...countsOf({ page: 1, page_size: rows.length }, rows.length, rows.length) };
  },

  async list_custom_metrics({ organization_id, query: { agent_id, ...page } }, { db }) {
    const [, { total }, rows] = await inParallel(
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

  async update_custom_metric({ organization_id, params: { metric_id }, body }, { write }) {
    return write(async (transaction) => {
      const row = await requireMetric(transaction, organization_id, metric_id);
      return showMetric(transaction, await updateMetric(transaction, row, body));
    });
  },

  async create_custom_metrics({ organization_id, body }, service) {
    return service.write(async (transaction) => {
      const rows: Row<"custom_metric">[] = [];
      for (const draft of body.metrics)
        rows.push(await insertMetric(transaction, service, organization_id, draft));
      return { metrics: await showMetrics(transaction, rows) };
    });
  },

  async update_custom_metrics({ organization_id, body: { metric_ids, updates } }, { write }) {
    const ids = [...new Set(metric_ids.map((id) => id.toLowerCase()))];
    const own = Object.keys(updates).filter((name) => name in CustomMetricUpdate.shape && !(name in SHARED));
    if (own.length > 0)
      throw badRequest(
        `${own.join(", ")} cannot be changed for several metrics at once; change one at a time`,
      );
    return write(async (transaction) => {
      for (const id of ids)
        await updateMetric(transaction, await requireMetric(transaction, organization_id, id), updates);
      const message = ids.length === 1 ? "1 metric was changed" : `${ids.length} metrics were changed`;
      return { success: true, message, updated: ids.length };
    });
  },
} satisfies Partial<Handlers>;

/** Fields that one request can set for several metrics. */
const SHARED = CustomMetricsUpdate.shape.updates.shape;
