import { randomBytes } from "node:crypto";
import { hashKey } from "../auth.ts";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { NewRow } from "../store/schema.ts";

/** The beginning of every random key. The characters after it distinguish keys. */
const PREFIX = "pk_local_";
const SHOWN = PREFIX.length + 4;

/** A new API key: random, and recognizable as this service's. */
export const newApiKey = () => `${PREFIX}${randomBytes(24).toString("base64url")}`;

interface KeyFields {
  readonly organization_id: string;
  readonly name?: string | undefined;
  /** Made by `newApiKey`, not by a person. */
  readonly is_random: boolean;
}

/** The stored part of a key. */
export function keyRow(
  { now, newId }: Clock & Ids,
  key: string,
  { organization_id, name, is_random }: KeyFields,
): NewRow<"api_key"> {
  return {
    hash: hashKey(key),
    id: newId(),
    organization_id,
    name: name ?? null,
    beginning: is_random ? key.slice(0, SHOWN) : null,
    created_at: now().toISOString(),
    revoked_at: null,
  };
}
