import type { Kysely } from "kysely";
import { keyRow, newApiKey } from "../administration/key-row.ts";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { Database, NewRow } from "../store/schema.ts";
import { SeedFault } from "./fault.ts";

interface Loaded {
  readonly organization_id: string;
  /** Null if the key was made at an earlier start: only its hash is stored. */
  readonly api_key: string | null;
}

/** The organization with that name and key, created if it is missing. A new one without a key gets a random key. */
export async function loadOrganization(
  transaction: Kysely<Database>,
  service: Clock & Ids,
  { name, api_key }: { readonly name: string; readonly api_key?: string | undefined },
): Promise<Loaded> {
  const created_at = service.now().toISOString();
  const existing = await transaction
    .selectFrom("organization")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirst();
  const organization_id = existing?.id ?? service.newId();
  if (!existing)
    await transaction.insertInto("organization").values({ id: organization_id, name, created_at }).execute();
  const key = api_key ?? (existing ? null : newApiKey());
  if (key !== null)
    await loadKey(
      transaction,
      keyRow(service, key, { organization_id, is_random: api_key === undefined }),
      name,
    );
  return { organization_id, api_key: key };
}

async function loadKey(transaction: Kysely<Database>, key: NewRow<"api_key">, name: string): Promise<void> {
  const existing_key = await transaction
    .selectFrom("api_key")
    .select("organization_id")
    .where("hash", "=", key.hash)
    .executeTakeFirst();
  if (!existing_key) await transaction.insertInto("api_key").values(key).execute();
  else if (existing_key.organization_id !== key.organization_id)
    throw new SeedFault(`the seed's api_key of "${name}" belongs to another organization`);
}
