import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isStandardSignature, STANDARD_HEADERS, TOLERANCE_S } from "../../lib/standard-webhooks.ts";

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

interface Checks {
  readonly key: string;
  readonly signature_headers: readonly string[];
  readonly tolerance?: number | undefined;
}

/**
 * What is wrong with the signature of a delivery; undefined if nothing is. If the headers of Standard Webhooks are
 * there, they decide: only they say when the delivery was signed.
 */
export function faultOf(
  headers: IncomingHttpHeaders,
  body: Uint8Array,
  { key, signature_headers, tolerance }: Checks,
  now: number,
): string | undefined {
  const standard = firstOf(headers[STANDARD_HEADERS.signature]);
  if (standard !== undefined) {
    const id = firstOf(headers[STANDARD_HEADERS.id]);
    const timestamp = firstOf(headers[STANDARD_HEADERS.timestamp]);
    if (!id || !timestamp || !/^\d{1,12}$/.test(timestamp))
      return `${STANDARD_HEADERS.id} or ${STANDARD_HEADERS.timestamp} is missing or not valid`;
    if (!isStandardSignature(key, { id, timestamp, body }, standard)) return "the signature does not match";
    const allowed = tolerance ?? TOLERANCE_S;
    const away = Math.abs(now / 1000 - Number(timestamp));
    return away > allowed
      ? `signed ${Math.round(away)} s away from this machine's time: it may be a replay, or a clock is wrong (--tolerance: ${allowed} s)`
      : undefined;
  }
  const signatures = signature_headers.flatMap((name) => headers[name.toLowerCase()] ?? []);
  if (signatures.length === 0) return "the delivery is not signed";
  if (!signatures.some((signature) => isSignedWith(key, body, signature)))
    return "the signature does not match";
  return tolerance === undefined
    ? undefined
    : `the delivery has no ${STANDARD_HEADERS.signature}, so nobody can tell when it was signed (--tolerance)`;
}

const firstOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
