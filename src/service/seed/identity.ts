/** How a seed's object is recognised: by its id if it has one, else by its name. */
import type { Kysely } from "kysely";
import type { Database } from "../store/schema.ts";
import { SeedFault } from "./fault.ts";

type Table = "agent" | "custom_metric" | "simulation" | "digital_human" | "simulation_run" | "workflow";

interface Identity<Id> {
  readonly id?: Id | undefined;
  readonly name?: string | null | undefined;
}

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
export function refuseTwins(noun: string, list: readonly Identity<number | string>[]): void {
  const ids = new Set<number | string>();
  const names = new Map<string, Identity<number | string>>();
  for (const item of list) {
    if (item.id !== undefined && ids.has(item.id))
      throw new SeedFault(`the seed lists ${noun} ${item.id} twice`);
    if (item.id !== undefined) ids.add(item.id);
    if (!item.name) continue;
    const twin = names.get(item.name);
    if (twin && (twin.id === undefined || item.id === undefined))
      throw new SeedFault(`the seed lists two ${noun}s named "${item.name}"; give each an id`);
    names.set(item.name, item);
  }
}
