/** Which digital humans belong to which simulations. */
import type { Kysely } from "kysely";
import { groupBy } from "../../../contract/group-by.ts";
import { chunks, inChunks } from "../../store/chunks.ts";
import { executeUnawaited, prepared } from "../../store/prepared.ts";
import type { Database, NewRow, Row } from "../../store/schema.ts";

const selectSimulations = prepared((db, { digital_human_id }: { digital_human_id: number }) =>
  db
    .selectFrom("simulation_digital_human")
    .select("simulation_id")
    .where("digital_human_id", "=", digital_human_id)
    .orderBy("simulation_id"),
);

/** The simulations of a digital human, in ascending order. */
export async function simulationIdsOf(db: Kysely<Database>, digital_human_id: number): Promise<number[]> {
  const rows = await selectSimulations(db, { digital_human_id });
  return rows.map((row) => row.simulation_id);
}

/** The digital humans of a simulation, by ascending id. */
export async function digitalHumansOf(
  db: Kysely<Database>,
  simulation_id: number,
): Promise<Row<"digital_human">[]> {
  return selectMembers(db, simulation_id).selectAll("digital_human").execute();
}

/**
 * Those of `ids` that belong to the simulation, by ascending id. Only these are read, because each may have a megabyte.
 *
 * @param ids in ascending order
 */
export async function digitalHumansAmong(
  db: Kysely<Database>,
  simulation_id: number,
  ids: readonly number[],
): Promise<Row<"digital_human">[]> {
  return inChunks(ids, (chunk) =>
    selectMembers(db, simulation_id)
      .selectAll("digital_human")
      .where("digital_human.id", "in", chunk)
      .execute(),
  );
}

export const selectMembers = (db: Kysely<Database>, simulation_id: number) =>
  db
    .selectFrom("digital_human")
    .innerJoin("simulation_digital_human", "simulation_digital_human.digital_human_id", "digital_human.id")
    .where("simulation_digital_human.simulation_id", "=", simulation_id)
    .orderBy("digital_human.id");

/** The ids of the digital humans of each simulation that has any, in ascending order. */
export async function digitalHumanIdsBySimulation(
  db: Kysely<Database>,
  organization_id: string,
): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom("simulation_digital_human")
    .innerJoin("simulation", "simulation.id", "simulation_digital_human.simulation_id")
    .select(["simulation_id", "digital_human_id"])
    .where("organization_id", "=", organization_id)
    .orderBy("digital_human_id")
    .execute();
  const groups = groupBy(rows, (row) => row.simulation_id);
  return new Map([...groups].map(([id, group]) => [id, group.map((row) => row.digital_human_id)]));
}

/** The ids of the digital humans of a simulation, in ascending order. */
export async function digitalHumanIdsOf(db: Kysely<Database>, simulation_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom("simulation_digital_human")
    .select("digital_human_id")
    .where("simulation_id", "=", simulation_id)
    .orderBy("digital_human_id")
    .execute();
  return rows.map((row) => row.digital_human_id);
}

/** Attaches pairs that are not attached yet. */
export async function attach(
  transaction: Kysely<Database>,
  pairs: readonly NewRow<"simulation_digital_human">[],
): Promise<void> {
  for (const chunk of chunks(pairs))
    await executeUnawaited(transaction, transaction.insertInto("simulation_digital_human").values(chunk));
}

/** Removes a digital human from all its simulations. */
export async function detachDigitalHuman(
  transaction: Kysely<Database>,
  digital_human_id: number,
): Promise<void> {
  await transaction
    .deleteFrom("simulation_digital_human")
    .where("digital_human_id", "=", digital_human_id)
    .execute();
}
