import type { Kysely } from "kysely";
import { notFound } from "../../errors.ts";
import type { Database, Row } from "../../store/schema.ts";
import { numberOf } from "../ids.ts";

/** The organization's simulation with this id, or 404. Text that is not a number never matches. */
export async function requireSimulation(
  db: Kysely<Database>,
  organization_id: string,
  simulation_id: number | string,
): Promise<Row<"simulation">> {
  const id = numberOf(simulation_id);
  const row =
    id === undefined
      ? undefined
      : await db
          .selectFrom("simulation")
          .selectAll()
          .where("id", "=", id)
          .where("organization_id", "=", organization_id)
          .executeTakeFirst();
  if (!row) throw notFound("simulation", simulation_id);
  return row;
}

/** The organization's run with this id, or 404. */
export async function requireRun(
  db: Kysely<Database>,
  organization_id: string,
  simulation_run_id: number,
): Promise<Row<"simulation_run">> {
  const run = await db
    .selectFrom("simulation_run")
    .selectAll()
    .where("id", "=", simulation_run_id)
    .where("organization_id", "=", organization_id)
    .executeTakeFirst();
  if (!run) throw notFound("simulation run", simulation_run_id);
  return run;
}
