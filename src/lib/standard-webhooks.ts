/** Signatures of Standard Webhooks (standardwebhooks.com): symmetric, version 1. */
import { createHmac, timingSafeEqual } from "node:crypto";

export const STANDARD_HEADERS = {
  /** The same for all attempts. It contains no dot. */
  id: "webhook-id",
  /** When this attempt was made, in seconds since 1970. */
  timestamp: "webhook-timestamp",
  /** One or more signatures, apart by spaces. */
  signature: "webhook-signature",
} as const;

/** How far a timestamp may be from the receiver's clock, in seconds, as in the libraries of the standard. */
export const TOLERANCE_S = 300;

const PREFIX = "whsec_";
const BASE64 = /^[\w+/-]+={0,2}$/;

/**
 * The bytes of a secret: decoded from base64 after `whsec_`, with the URL alphabet or the usual one. A secret that is
 * not base64 stands for its own characters.
 */
export function keyOfSecret(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  const isBase64 = text.length % 4 === 0 && BASE64.test(text);
  return isBase64 ? Buffer.from(text, "base64") : Buffer.from(secret);
}

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

const digest = (secret: string, { id, timestamp, body }: Signed): Buffer =>
  createHmac("sha256", keyOfSecret(secret)).update(`${id}.${timestamp}.`).update(body).digest();

export const standardSignature = (secret: string, signed: Signed): string =>
  `v1,${digest(secret, signed).toString("base64")}`;

/** Whether one of the signatures of a header is right. */
export function isStandardSignature(secret: string, signed: Signed, header: string): boolean {
  const expected = digest(secret, signed);
  return header.split(" ").some((signature) => {
    if (!signature.startsWith("v1,")) return false;
    const given = Buffer.from(signature.slice("v1,".length), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
