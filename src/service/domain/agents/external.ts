/** Agents found by their external id. */
import { type Kysely, sql } from "kysely";
import { notFound } from "../../errors.ts";
import { PATTERN_MAXIMUM } from "../../store/pattern.ts";
import type { Database } from "../../store/schema.ts";

/** How many characters of an id a refusal repeats. */
const SHOWN = 200;

/** The id of the organization's first agent with that external id, or 404. */
export async function requireExternal(
  db: Kysely<Database>,
  organization_id: string,
  external_agent_id: string,
): Promise<number> {
  const agent = await findExternal(db, organization_id, external_agent_id);
  if (agent === undefined)
    throw notFound("agent with the external_agent_id", JSON.stringify(external_agent_id.slice(0, SHOWN)));
  return agent;
}

/** The same, or undefined if there is none. */
export async function findExternal(
  db: Kysely<Database>,
  organization_id: string,
  external_agent_id: string,
): Promise<number | undefined> {
  // The store only narrows the rows down.
  const written = JSON.stringify({ external_agent_id }).slice(1, -1).slice(0, PATTERN_MAXIMUM);
  const pattern = `%${written.replaceAll(/[\\%_]/g, "_")}%`;
  const rows = await db
    .selectFrom("agent")
    .select(["id", "record"])
    .where("organization_id", "=", organization_id)
    .where(sql<boolean>`record like ${pattern}`)
    .orderBy("id")
    .execute();
  return rows.find(({ record }) => JSON.parse(record).external_agent_id === external_agent_id)?.id;
}
