import type { Kysely } from "kysely";
import { badRequest } from "../errors.ts";
import { inChunks } from "../store/chunks.ts";
import type { Database } from "../store/schema.ts";
import { requireAll } from "./ids.ts";

/** Tables of an organization, and what a refusal calls one of their rows. */
const NAMES = {
  agent: "agent",
  call: "call",
  custom_metric: "custom metric",
  simulation_result: "simulation result",
  simulation_run: "simulation run",
} as const;

/**
 * The ids without repetitions. 404 names those that the organization does not have.
 * @param ids of the table's own type: text for `custom_metric` and `call`, numbers for the others
 */
export async function requireRows<I extends number | string>(
  db: Kysely<Database>,
  table: keyof typeof NAMES,
  organization_id: string,
  ids: readonly I[],
): Promise<I[]> {
  const wanted = [...new Set(ids)];
  const rows = await inChunks(wanted, (chunk) =>
    db
      // The query is the same for each of these tables. The types of their ids differ.
      .selectFrom(table as "agent")
      .select("id")
      .where("organization_id", "=", organization_id)
      .where("id", "in", chunk as readonly number[])
      .execute(),
  );
  requireAll<number | string>(NAMES[table], wanted, rows);
  return wanted;
}

/** 400 if the organization has as many of these as it may. */
export async function requireRoom(
  db: Kysely<Database>,
  table: "alert" | "webhook",
  organization_id: string,
  maximum: number,
): Promise<void> {
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("organization_id", "=", organization_id)
    .limit(maximum)
    .execute();
  if (rows.length >= maximum)
    throw badRequest(
      `the organization has ${maximum} ${table}s, and cannot have more; delete one first (\`parley ${table}s delete\`)`,
    );
}
