import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Database, Row } from "../../store/schema.ts";
import { checkMetric } from "./check.ts";
import { agentsOf, placeMetric } from "./insert.ts";

/** Required fields. Null leaves them unchanged. */
const KEPT = ["name", "description", "response_type", "tags", "allow_not_applicable"];

/** Changes the fields that are given. 400 if the metric then contradicts itself, 422 for mistakes in its rules. */
export async function updateMetric(
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
