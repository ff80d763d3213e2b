import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { USE_OUTCOMES } from "../audit/key-use.ts";
import { KEY_AGE_MS } from "../auth.ts";
import { conflict, notFound } from "../errors.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Administration } from "./administration.ts";
import { keyRow, newApiKey } from "./key-row.ts";
import { requireOrganization } from "./organizations.ts";

/** An API key, without anything that would help to guess it. */
export interface ListedKey extends Omit<Row<"api_key">, "hash" | "organization_id"> {
  /** Name of the organization. */
  readonly organization: string;
  /** Only as far back as the audit log goes. */
  readonly last_used_at: string | null;
}

export interface CreatedKey {
  readonly id: string;
  readonly organization: string;
  readonly name: string | null;
  /** In plain text: shown here and never again. */
  readonly key: string;
  readonly created_at: string;
}

/** Adds a key to an organization. 404 if the organization does not exist. */
export async function createKey(
  administration: Administration,
  organization: string,
  name: string | undefined,
): Promise<CreatedKey> {
  const key = newApiKey();
  return administration.write(async (transaction) => {
    const owner = await requireOrganization(transaction, organization);
    const row = keyRow(administration, key, { organization_id: owner.id, name, is_random: true });
    await transaction.insertInto("api_key").values(row).execute();
    return { id: row.id, organization: owner.name, name: name ?? null, key, created_at: row.created_at };
  });
}

/** Keys, oldest first. Only those of one organization, if given. */
export async function listKeys(
  { db }: Administration,
  organization: string | undefined,
): Promise<ListedKey[]> {
  const owner = organization === undefined ? undefined : await requireOrganization(db, organization);
  return selectKeys(db)
    .$if(owner !== undefined, (keys) => keys.where("organization.id", "=", owner?.id ?? ""))
    .orderBy("api_key.created_at")
    .orderBy("api_key.id")
    .execute();
}

/**
 * Revokes a key. After this resolves, no process accepts the key. 404 if it does not exist, 409 if it is
 * already revoked.
 */
export async function revokeKey(administration: Administration, id: string): Promise<ListedKey> {
  const { write, now } = administration;
  const revoked = await write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("api_key")
      .set({ revoked_at: now().toISOString() })
      .where("id", "=", id.toLowerCase())
      .where("revoked_at", "is", null)
      .executeTakeFirstOrThrow();
    const key = await requireKey(transaction, id);
    if (numUpdatedRows === 0n) throw conflict(`key ${key.id} was already revoked at ${key.revoked_at}`);
    return key;
  });
  await untilHeard(administration);
  return revoked;
}

/** Resolves when every process that has the store open knows about a revoked key. */
export const untilHeard = async ({ dialect }: Administration) => {
  if (dialect === "postgres") await sleep(KEY_AGE_MS);
};

/** 404 if it does not exist. */
export async function requireKey(db: Kysely<Database>, id: string): Promise<ListedKey> {
  const key = await selectKeys(db).where("api_key.id", "=", id.toLowerCase()).executeTakeFirst();
  if (!key) throw notFound("key", id);
  return key;
}

const selectKeys = (db: Kysely<Database>) =>
  db
    .selectFrom("api_key")
    .innerJoin("organization", "organization.id", "api_key.organization_id")
    .select([
      "api_key.id",
      "organization.name as organization",
      "api_key.name",
      "api_key.beginning",
      "api_key.created_at",
      "api_key.revoked_at",
      (row) =>
        row
          .selectFrom("key_use")
          .select(({ fn }) => fn.max("last_at").as("last"))
          .whereRef("key_id", "=", "api_key.id")
          .where("outcome", "in", USE_OUTCOMES)
          .as("last_used_at"),
    ]);
