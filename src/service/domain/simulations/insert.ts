import type { Kysely } from "kysely";
import { SimulationCreate } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import type { Database, NewRow, Row } from "../../store/schema.ts";
import { requireAgent } from "../agents/lookup.ts";
import { requireDigitalHumans } from "../digital-humans/lookup.ts";
import { recordOf } from "../digital-humans/record.ts";
import { requireSipPrerequisites } from "../digital-humans/sip-headers.ts";
import { distinct } from "../ids.ts";
import { attach } from "../membership/members.ts";
import { knownOf, unknownFieldsOf } from "../unknown-fields.ts";
import { storeWorld } from "../worlds/stored.ts";
import { changedSettings, concurrencyOf, requireSoundSettings } from "./settings.ts";

/**
 * Inserts a simulation with its digital humans. An explicit `id` (from a seed) is kept. 404 for an unknown
 * agent or digital human, 400 if a trait is a SIP header and the agent is not reached over SIP.
 */
export async function insertSimulation(
  transaction: Kysely<Database>,
  service: Clock,
  organization_id: string,
  body: Output<"SimulationCreate">,
  id?: number,
): Promise<Row<"simulation">> {
  const { digital_human_ids, description = null, ...draft } = knownOf(SimulationCreate, body);
  const { name, agent_id, max_concurrent, max_turns, opening_patience_ms, world, ...named } = draft;
  const agent = await requireAgent(transaction, organization_id, agent_id);
  const settings = changedSettings({}, named);
  await requireSoundSettings(transaction, { organization_id, agent_id }, settings);
  const members = distinct(digital_human_ids ?? []);
  for (const digital_human of await requireDigitalHumans(transaction, organization_id, members))
    requireSipPrerequisites(recordOf(digital_human).traits, [agent]);
  const created_at = service.now().toISOString();
  const world_id = world ? await storeWorld(transaction, service, organization_id, world) : null;
  const row = await transaction
    .insertInto("simulation")
    .values({
      ...(id !== undefined && { id }),
      name: name ?? JSON.parse(agent.record).name,
      organization_id,
      agent_id,
      description,
      max_concurrent,
      max_turns,
      opening_patience_ms,
      world_id,
      settings: JSON.stringify(settings),
      unknown_fields: unknownFieldsOf(SimulationCreate, body),
      created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await attach(
    transaction,
    members.map((digital_human_id) => ({ simulation_id: row.id, digital_human_id })),
  );
  return row;
}

/** The shown progress of a run: its status and counts. */
type Progress = Omit<
  NewRow<"simulation_run">,
  | "id"
  | "organization_id"
  | "simulation_id"
  | "agent_id"
  | "max_concurrent"
  | "max_turns"
  | "settings"
  | "world_id"
  | "created_at"
>;

/** Values that a seed may set and that the service otherwise assigns. */
interface Given {
  readonly id?: number | undefined;
  /** ISO 8601 in UTC. */
  readonly created_at?: string | undefined;
}

/** Inserts a run of a simulation, without its conversations. */
export async function insertRun(
  transaction: Kysely<Database>,
  service: Clock,
  simulation: Row<"simulation">,
  progress: Progress,
  { id, created_at = service.now().toISOString() }: Given = {},
): Promise<Row<"simulation_run">> {
  const { organization_id, agent_id, max_turns, settings, world_id } = simulation;
  return transaction
    .insertInto("simulation_run")
    .values({
      ...(id !== undefined && { id }),
      organization_id,
      simulation_id: simulation.id,
      agent_id,
      max_concurrent: concurrencyOf(simulation),
      max_turns,
      settings,
      world_id,
      created_at,
      ...progress,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
