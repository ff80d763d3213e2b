import type { Kysely } from "kysely";
import { SimulationUpdate } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import type { Database, Row } from "../../store/schema.ts";
import { knownOf, readUnknownFields, requireRoom, unknownFieldsOf } from "../unknown-fields.ts";
import { deleteUnusedWorld, storeWorld } from "../worlds/stored.ts";
import { changedSettings, requireSoundSettings, settingsOf } from "./settings.ts";

/** Changes the fields that are given. 400 if the settings then contradict each other. */
export async function updateSimulation(
  transaction: Kysely<Database>,
  service: Clock,
  simulation: Row<"simulation">,
  body: Output<"SimulationUpdate">,
): Promise<Row<"simulation">> {
  const fields = knownOf(SimulationUpdate, body);
  const { name, description, max_concurrent, max_turns, opening_patience_ms, world, ...named } = fields;
  const settings = changedSettings(settingsOf(simulation), named);
  await requireSoundSettings(transaction, simulation, settings);
  const { organization_id } = simulation;
  const world_id = world && (await storeWorld(transaction, service, organization_id, world));
  const columns = {
    ...(world_id !== undefined && { world_id }),
    ...(name && { name }),
    description,
    max_concurrent,
    max_turns,
    opening_patience_ms,
  };
  const unknown_fields = {
    ...readUnknownFields(simulation.unknown_fields),
    ...readUnknownFields(unknownFieldsOf(SimulationUpdate, body)),
  };
  requireRoom(unknown_fields);
  const changed = await transaction
    .updateTable("simulation")
    .set({ ...columns, settings: JSON.stringify(settings), unknown_fields: JSON.stringify(unknown_fields) })
    .where("id", "=", simulation.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (changed.world_id !== simulation.world_id) await deleteUnusedWorld(transaction, simulation.world_id);
  return changed;
}
