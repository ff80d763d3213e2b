import { createHmac, timingSafeEqual } from "node:crypto";

const SIGNATURE = /^(?:sha256=)?([\da-f]{64})$/i;

/**
 * Whether `signature` is the hex HMAC-SHA256 of the raw body under `key`, with or without the prefix
 * `sha256=`. The comparison takes the same time wherever the two differ.
 */
export function isSignedWith(key: string, body: Uint8Array, signature: string): boolean {
  const [, hex] = SIGNATURE.exec(signature.trim()) ?? [];
  if (hex === undefined) return false;
  return timingSafeEqual(Buffer.from(hex, "hex"), createHmac("sha256", key).update(body).digest());
}
