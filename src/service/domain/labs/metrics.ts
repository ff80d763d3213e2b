/** The metrics of a lab. */
import type { Kysely } from "kysely";
import { LIST_MAXIMUM } from "../../../contract/limits.ts";
import { badRequest } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import type { Document } from "../documents/documents.ts";
import { requireRows } from "../require-rows.ts";

/** Adds those that the lab does not have yet, and returns them. 404 names those that do not exist. */
export async function addMetrics(
  transaction: Kysely<Database>,
  { id: lab_id, organization_id }: Document,
  named: readonly string[],
): Promise<string[]> {
  const metric_ids = await requireRows(
    transaction,
    "custom_metric",
    organization_id,
    named.map((id) => id.toLowerCase()),
  );
  const added = await inChunks(metric_ids, (chunk) =>
    transaction
      .insertInto("lab_metric")
      .values(chunk.map((metric_id) => ({ lab_id, metric_id })))
      .onConflict((conflict) => conflict.doNothing())
      .returning("metric_id")
      .execute(),
  );
  const { total } = await transaction
    .selectFrom("lab_metric")
    .select(({ fn }) => fn.countAll().as("total"))
    .where("lab_id", "=", lab_id)
    .executeTakeFirstOrThrow();
  if (Number(total) > LIST_MAXIMUM)
    throw badRequest(
      `a lab has at most ${LIST_MAXIMUM} metrics, and this would make ${total}; use another lab`,
    );
  return added.map(({ metric_id }) => metric_id);
}
