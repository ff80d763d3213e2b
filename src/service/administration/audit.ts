import type { Row } from "../store/schema.ts";
import type { Administration } from "./administration.ts";
import { requireKey } from "./keys.ts";
import { requireOrganization } from "./organizations.ts";

interface Asked {
  /** Name or id. */
  readonly organization: string | undefined;
  /** Id of a key. */
  readonly key: string | undefined;
  /** ISO 8601. */
  readonly since: string | undefined;
}

export interface ListedUse extends Omit<Row<"key_use">, "key_id" | "organization_id"> {
  /** Null if the key is not in the store. */
  readonly key_id: string | null;
  readonly key_name: string | null;
  readonly organization: string | null;
}

/** How keys were used, latest first. 404 for an unknown organization or key. */
export async function listKeyUse(
  { db }: Administration,
  { organization, key, since }: Asked,
): Promise<ListedUse[]> {
  const owner = organization === undefined ? undefined : await requireOrganization(db, organization);
  const key_row = key === undefined ? undefined : await requireKey(db, key);
  let uses = db
    .selectFrom("key_use")
    .leftJoin("api_key", "api_key.id", "key_use.key_id")
    .leftJoin("organization", "organization.id", "key_use.organization_id")
    .select([
      "day",
      "key_use.key_id",
      "api_key.name as key_name",
      "organization.name as organization",
      "address",
      "operation",
      "outcome",
      "count",
      "first_at",
      "last_at",
    ]);
  if (owner) uses = uses.where("key_use.organization_id", "=", owner.id);
  if (key_row) uses = uses.where("key_use.key_id", "=", key_row.id);
  if (since) uses = uses.where("last_at", ">=", since);
  const rows = await uses.orderBy("last_at", "desc").orderBy("operation").orderBy("outcome").execute();
  return rows.map((row) => ({ ...row, key_id: row.key_id || null }));
}
