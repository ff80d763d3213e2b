import { hash as digest, timingSafeEqual } from "node:crypto";
import { Refused } from "./errors.ts";
import type { Service } from "./handler.ts";

/** What is stored of a key. Keys are random, so a plain hash is enough: there is nothing to guess. */
export const hashKey = (key: string) => digest("sha256", key);

/** Returns the organization that owns the key. 401 for a missing key, an unknown one and a revoked one. */
export async function authenticate(service: Service, key: string | undefined): Promise<string> {
  if (!key) throw new Refused(401, "the header X-API-Key is missing");
  const hash = hashKey(key);
  const row = await service.db
    .selectFrom("api_key")
    .select(["hash", "organization_id", "revoked_at"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  // The index compares hashes byte by byte; the key itself is compared in constant time.
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash)))
    throw new Refused(401, "the API key is not known");
  if (row.revoked_at !== null) throw new Refused(401, "the API key has been revoked");
  return row.organization_id;
}
