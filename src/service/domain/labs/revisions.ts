/** Revisions of a metric: other wordings, which a lab tries without changing the metric. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import { notFound } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Document } from "../documents/documents.ts";
import { checkMetric } from "../metrics/check.ts";
import { requireMetric } from "../metrics/lookup.ts";
import { requireMetricsOf } from "./membership.ts";

type Wording = Omit<Output<"MetricRevisionCreate">, "custom_metric_id">;
type Revision = Row<"lab_metric_revision">;

/** A metric as a revision words it. */
export function revised<T extends object>(metric: T, wording: Wording): T {
  const changed = Object.entries(wording).filter(([, value]) => value !== null && value !== undefined);
  return { ...metric, ...Object.fromEntries(changed) };
}

export const wordingOf = ({ record }: Pick<Revision, "record">): Wording => JSON.parse(record);

/** Stores a revision under the next number. Refuses what no metric could be. */
export async function addRevision(
  transaction: Kysely<Database>,
  { newId, now }: Ids & Clock,
  lab: Document,
  { custom_metric_id, ...given }: Output<"MetricRevisionCreate">,
): Promise<Output<"MetricRevision">> {
  const { description, scoring_guidance, eval_route, model, temperature, allow_not_applicable } = given;
  const wording = { description, scoring_guidance, eval_route, model, temperature, allow_not_applicable };
  const [metric_id = ""] = await requireMetricsOf(transaction, lab, [custom_metric_id]);
  const metric = await requireMetric(transaction, lab.organization_id, metric_id);
  checkMetric(revised(JSON.parse(metric.record), wording));
  const { last } = await transaction
    .selectFrom("lab_metric_revision")
    .select(({ fn }) => fn.max("number").as("last"))
    .where("lab_id", "=", lab.id)
    .where("metric_id", "=", metric_id)
    .executeTakeFirstOrThrow();
  const row: Revision = {
    id: newId(),
    lab_id: lab.id,
    metric_id,
    number: Number(last ?? 0) + 1,
    record: JSON.stringify(wording),
    created_at: now().toISOString(),
  };
  await transaction.insertInto("lab_metric_revision").values(row).execute();
  return {
    id: row.id,
    lab_id: lab.id,
    custom_metric_id: metric_id,
    revision_number: row.number,
    description: description ?? null,
    scoring_guidance: scoring_guidance ?? null,
    eval_route: eval_route ?? null,
    model: model ?? null,
    temperature: temperature ?? null,
    allow_not_applicable: allow_not_applicable ?? null,
    created_at: row.created_at,
  };
}

/** The lab's revision with this id, or 404. */
export async function requireRevision(db: Kysely<Database>, lab: Document, id: string): Promise<Revision> {
  const row = await db
    .selectFrom("lab_metric_revision")
    .selectAll()
    .where("id", "=", id.toLowerCase())
    .where("lab_id", "=", lab.id)
    .executeTakeFirst();
  if (!row) throw notFound("metric revision", id);
  return row;
}
