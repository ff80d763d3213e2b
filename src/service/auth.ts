import { hash as digest, timingSafeEqual } from "node:crypto";
import type { KeyRefusal } from "./audit/key-use.ts";
import { Refused } from "./errors.ts";
import type { Store } from "./store/store.ts";

/**
 * How long a process may trust a key without checking whether it was revoked. Over PostgreSQL, processes learn of a
 * revocation at once; this limit is for a network that delays that.
 */
export const KEY_AGE_MS = 1000;

/** The stored form of a key. Keys are random and cannot be guessed, so a plain hash is enough. */
export const hashKey = (key: string) => digest("sha256", key);

/** A key that was refused. */
export class KeyRefused extends Refused {
  readonly reason: KeyRefusal;
  readonly owner: KeyOwner | undefined;

  constructor(reason: Exclude<KeyRefusal, "too_many_attempts">, detail: string, owner?: KeyOwner) {
    // HTTP requires the header, and clients in Java fail without it.
    super(401, detail, {}, { "www-authenticate": "Bearer" });
    this.reason = reason;
    this.owner = owner;
  }
}

export interface KeyOwner {
  readonly organization_id: string;
  readonly key_id: string;
}

/** Returns the owner of the key. 401 for a missing, unknown or revoked key. */
export async function authenticate(service: Pick<Store, "db">, key: string | undefined): Promise<KeyOwner> {
  if (!key)
    throw new KeyRefused(
      "missing_key",
      "the header X-API-Key is missing; you can also send Authorization: Bearer <key>",
    );
  const hash = hashKey(key);
  const row = await service.db
    .selectFrom("api_key")
    .select(["id as key_id", "hash", "organization_id", "revoked_at"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  // The index compares hashes byte by byte, but this comparison takes constant time.
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash)))
    throw new KeyRefused("unknown_key", "unknown API key");
  const { organization_id, key_id, revoked_at } = row;
  if (revoked_at !== null)
    throw new KeyRefused("revoked_key", "the API key has been revoked", { organization_id, key_id });
  return { organization_id, key_id };
}
