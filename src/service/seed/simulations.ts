import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { insertDigitalHuman } from "../domain/digital-humans/insert.ts";
import { recordOf } from "../domain/digital-humans/record.ts";
import { attach, digitalHumansOf } from "../domain/membership/members.ts";
import { insertRun, insertSimulation } from "../domain/simulations/insert.ts";
import { requireSimulation } from "../domain/simulations/lookup.ts";
import type { Service } from "../service.ts";
import type { Database, Row } from "../store/schema.ts";
import { toUtc } from "../time.ts";
import { about } from "./fault.ts";
import { knownId, refuseTwins } from "./identity.ts";

type SimulationSeed = Output<"Seed">["organizations"][number]["simulations"][number];

/** A simulation of a seed and its row. */
export interface LoadedSimulation {
  readonly row: Row<"simulation">;
  readonly seed: SimulationSeed;
  /** Created by this load. Objects without id and name are added to new simulations only. */
  readonly isNew: boolean;
}

/** Adds the simulations that an organization does not have yet. Their agents exist already. */
export async function loadSimulations(
  transaction: Kysely<Database>,
  service: Service,
  organization_id: string,
  seeds: readonly SimulationSeed[],
): Promise<LoadedSimulation[]> {
  const rows = await transaction
    .selectFrom("simulation")
    .select(["id", "name"])
    .where("organization_id", "=", organization_id)
    .execute();
  const named = new Map(rows.map((row) => [row.name, row.id]));
  const loaded: LoadedSimulation[] = [];
  for (const seed of seeds) {
    const { id, digital_humans, runs, ...draft } = seed;
    refuseTwins("digital human", digital_humans);
    await about(`simulation "${draft.name}"`, async () => {
      const existing_id = await knownId(transaction, "simulation", organization_id, seed, named);
      const row =
        existing_id === undefined
          ? await insertSimulation(transaction, service, organization_id, draft, id)
          : await requireSimulation(transaction, organization_id, existing_id);
      loaded.push({ row, seed, isNew: existing_id === undefined });
    });
  }
  return loaded;
}

/** Adds digital humans to their simulation. One that exists already joins it only if the simulation is new. */
export async function loadDigitalHumans(
  transaction: Kysely<Database>,
  service: Service,
  { row: simulation, isNew }: LoadedSimulation,
  seeds: SimulationSeed["digital_humans"],
): Promise<void> {
  const { organization_id, id: simulation_id } = simulation;
  const members = await digitalHumansOf(transaction, simulation_id);
  const named = new Map(members.map((row) => [recordOf(row).name, row.id]));
  for (const { id, ...draft } of seeds)
    await about(`digital human ${id ?? `"${draft.name}"`} of simulation "${simulation.name}"`, async () => {
      const identity = { id, name: draft.name };
      const existing_id = await knownId(transaction, "digital_human", organization_id, identity, named);
      if (existing_id !== undefined) {
        if (isNew) await attach(transaction, [{ simulation_id, digital_human_id: existing_id }]);
      } else if (isNew || id !== undefined || draft.name) {
        const given = { id, simulation_ids: [simulation_id] };
        await insertDigitalHuman(transaction, service, organization_id, draft, given);
      }
    });
}

/** Adds runs to their simulation. */
export async function loadRuns(
  transaction: Kysely<Database>,
  service: Service,
  { row: simulation, isNew }: LoadedSimulation,
  seeds: SimulationSeed["runs"],
): Promise<void> {
  for (const { id, created_at, ...progress } of seeds) {
    const existing_id = await knownId(transaction, "simulation_run", simulation.organization_id, { id });
    if (existing_id !== undefined || (id === undefined && !isNew)) continue;
    const fixed = { id, created_at: created_at && toUtc(created_at) };
    await insertRun(transaction, service, simulation, { ...progress, line: null }, fixed);
  }
}
