/** Changes of custom metrics, and changes of several at once. */
import type { Kysely } from "kysely";
import { CustomMetricsUpdate, CustomMetricUpdate } from "../../contract/schemas/index.ts";
import type { Output } from "../../contract/types.ts";
import { badRequest } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import type { Database, Row } from "../store/schema.ts";
import { checkMetric } from "./metrics/check.ts";
import { agentsOf, insertMetric, placeMetric } from "./metrics/insert.ts";
import { requireMetric } from "./metrics/lookup.ts";
import { showMetric, showMetrics } from "./metrics/show.ts";

export const metricChangeHandlers = {
  async update_custom_metric({ organization_id, params: { metric_id }, body }, { write }) {
    return write(async (transaction) => {
      const row = await requireMetric(transaction, organization_id, metric_id);
      return showMetric(transaction, await change(transaction, row, body));
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
        await change(transaction, await requireMetric(transaction, organization_id, id), updates);
      const message = ids.length === 1 ? "1 metric was changed" : `${ids.length} metrics were changed`;
      return { success: true, message, updated: ids.length };
    });
  },
} satisfies Partial<Handlers>;

/** Fields that one request can set for several metrics. */
const SHARED = CustomMetricsUpdate.shape.updates.shape;

/** Required fields. Null leaves them unchanged. */
const KEPT = ["name", "description", "response_type", "tags", "allow_not_applicable"];

async function change(
  transaction: Kysely<Database>,
  row: Row<"custom_metric">,
  { agent_id, agent_ids: several, ...named }: Output<"CustomMetricUpdate">,
): Promise<Row<"custom_metric">> {
  const agent_ids = agentsOf({ agent_id, agent_ids: several });
  const changes = Object.entries(named).filter(
    ([name, value]) => value !== undefined && !(value === null && KEPT.includes(name)),
  );
  const draft: Output<"CustomMetricCreate"> = { ...JSON.parse(row.record), ...Object.fromEntries(changes) };
  checkMetric(draft);
  const record = JSON.stringify(draft);
  await transaction.updateTable("custom_metric").set({ record }).where("id", "=", row.id).execute();
  await placeMetric(transaction, row, {
    ...(agent_ids && { agent_ids }),
    ...(named.tags && { tags: named.tags }),
  });
  return { ...row, record };
}
