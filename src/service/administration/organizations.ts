import type { Kysely } from "kysely";
import { conflict, notFound } from "../errors.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Administration } from "./administration.ts";

/** 409 if the name is taken. */
export async function createOrganization(
  { write, now, newId }: Administration,
  name: string,
): Promise<Row<"organization">> {
  return write(async (transaction) => {
    const namesake = await transaction
      .selectFrom("organization")
      .select("id")
      .where("name", "=", name)
      .executeTakeFirst();
    if (namesake) throw conflict(`an organization named "${name}" already exists`);
    return transaction
      .insertInto("organization")
      .values({ id: newId(), name, created_at: now().toISOString() })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

export interface ListedOrganization extends Row<"organization"> {
  /** Number of valid keys. */
  readonly keys: number;
  readonly agents: number;
}

/** All organizations, oldest first. */
export async function listOrganizations({ db }: Administration): Promise<ListedOrganization[]> {
  const rows = await db
    .selectFrom("organization")
    .selectAll()
    .select((row) => [
      row
        .selectFrom("api_key")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("api_key.organization_id", "=", "organization.id")
        .where("revoked_at", "is", null)
        .as("keys"),
      row
        .selectFrom("agent")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("agent.organization_id", "=", "organization.id")
        .as("agents"),
    ])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, keys: Number(row.keys), agents: Number(row.agents) }));
}

/** The organization with this id or name. 404 if it does not exist. */
export async function requireOrganization(db: Kysely<Database>, id_or_name: string) {
  const row = await db
    .selectFrom("organization")
    .selectAll()
    .where((row) => row.or([row("id", "=", id_or_name.toLowerCase()), row("name", "=", id_or_name)]))
    .executeTakeFirst();
  if (!row) throw notFound("organization", id_or_name);
  return row;
}
