/** How a seed's object is recognised: by its id if it has one, else by its name. */
import type { Kysely } from "kysely";
import { type Identity, twinsIn } from "../../contract/rules/twins.ts";
import type { Database } from "../store/schema.ts";
import { SeedFault } from "./fault.ts";

type Table = "agent" | "custom_metric" | "simulation" | "digital_human" | "simulation_run" | "workflow";

/**
 * The id of the object, if the organization has it already.
 * @param named ids of the organization's objects of this kind, by name
 */
export async function knownId<Id extends number | string>(
  transaction: Kysely<Database>,
  table: Table,
  organization_id: string,
  { id, name }: Identity<Id>,
  named: ReadonlyMap<string | null | undefined, Id> = new Map(),
): Promise<Id | undefined> {
  if (id === undefined) return name ? named.get(name) : undefined;
  const row = await transaction
    .selectFrom(table)
    .select("organization_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (row && row.organization_id !== organization_id)
    throw new SeedFault(`the seed's ${table.replaceAll("_", " ")} ${id} belongs to another organization`);
  return row && id;
}

/** Refuses objects of a list that cannot be told apart: the same id, or the same name unless both have an id. */
export function refuseTwins(noun: string, list: readonly Identity[]): void {
  const [twin] = twinsIn(list);
  if (!twin) return;
  throw new SeedFault(
    twin.field === "id"
      ? `the seed lists ${noun} ${twin.value} twice`
      : `the seed lists two ${noun}s named "${twin.value}"; give each an id`,
  );
}
