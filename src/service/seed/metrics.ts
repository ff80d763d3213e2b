import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { insertMetric } from "../domain/metrics/insert.ts";
import type { Service } from "../service.ts";
import type { Database } from "../store/schema.ts";
import { toUtc } from "../time.ts";
import { about } from "./fault.ts";
import { knownId } from "./identity.ts";

type MetricSeed = Output<"Seed">["organizations"][number]["metrics"][number];

/** Adds the metrics that an organization does not have yet. Their agents exist already. */
export async function loadMetrics(
  transaction: Kysely<Database>,
  service: Service,
  organization_id: string,
  seeds: readonly MetricSeed[],
): Promise<void> {
  const named = await metricsByName(transaction, organization_id);
  for (const { id: given, created_at, ...draft } of seeds)
    await about(`metric "${draft.name}"`, async () => {
      const id = given?.toLowerCase();
      const identity = { id, name: draft.name };
      if (await knownId(transaction, "custom_metric", organization_id, identity, named)) return;
      const fixed = { id, created_at: created_at && toUtc(created_at) };
      await insertMetric(transaction, service, organization_id, draft, fixed);
    });
}

async function metricsByName(transaction: Kysely<Database>, organization_id: string) {
  const rows = await transaction
    .selectFrom("custom_metric")
    .select(["id", "record"])
    .where("organization_id", "=", organization_id)
    .execute();
  return new Map(rows.map((row): [string, string] => [JSON.parse(row.record).name, row.id]));
}
