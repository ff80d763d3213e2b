/** What must be in a lab before it can be tried there. */
import type { Kysely } from "kysely";
import { badRequest } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import { requireCall } from "../calls/lookup.ts";
import { requireResult } from "../conversations/results.ts";
import type { Document } from "../documents/documents.ts";
import { listed } from "../ids.ts";
import { requireMetrics } from "../metrics/lookup.ts";

/** A conversation of a lab. One of the two is null. */
export interface LabConversation {
  readonly call_id: string | null;
  readonly simulation_result_id: number | null;
}

/** The same as a client names it. */
export interface NamedConversation {
  readonly type: "call" | "test_result";
  readonly id: string;
}

/** The conversation that a body names. 404 if it does not exist, 400 if the lab does not have it. */
export async function requireConversation(
  db: Kysely<Database>,
  { id: lab_id, organization_id }: Document,
  { type, id }: NamedConversation,
): Promise<LabConversation> {
  const conversation =
    type === "call"
      ? { call_id: (await requireCall(db, organization_id, id)).id, simulation_result_id: null }
      : { call_id: null, simulation_result_id: (await requireResult(db, organization_id, id)).id };
  const { call_id, simulation_result_id } = conversation;
  const member = await (call_id === null
    ? db
        .selectFrom("lab_result")
        .select("lab_id")
        .where("lab_id", "=", lab_id)
        .where("simulation_result_id", "=", simulation_result_id)
    : db.selectFrom("lab_call").select("lab_id").where("lab_id", "=", lab_id).where("call_id", "=", call_id)
  ).executeTakeFirst();
  if (!member)
    throw badRequest(
      `${type === "call" ? "call" : "simulation result"} ${id} is not in lab ${lab_id}; add it first (POST /v1/metrics-lab/lab/${lab_id}/conversations)`,
    );
  return conversation;
}

/** The ids without repetitions. 404 if a metric does not exist, 400 if the lab does not have it. */
export async function requireMetricsOf(
  db: Kysely<Database>,
  { id: lab_id, organization_id }: Document,
  named: readonly string[],
): Promise<string[]> {
  const metric_ids = [...new Set(named.map((id) => id.toLowerCase()))];
  await requireMetrics(db, organization_id, metric_ids);
  const rows = await inChunks(metric_ids, (chunk) =>
    db
      .selectFrom("lab_metric")
      .select("metric_id")
      .where("lab_id", "=", lab_id)
      .where("metric_id", "in", chunk)
      .execute(),
  );
  const own_ids = new Set(rows.map(({ metric_id }) => metric_id));
  const absent = metric_ids.filter((id) => !own_ids.has(id));
  if (absent.length > 0)
    throw badRequest(
      `custom metric ${listed(absent)} is not in lab ${lab_id}; add it first (POST /v1/metrics-lab/lab/${lab_id}/metrics)`,
    );
  return metric_ids;
}
