import { createHmac } from "node:crypto";
import { PUBLISHED_WEBHOOK_HEADERS, WEBHOOK_HEADERS } from "../../contract/values.ts";
import { STANDARD_HEADERS, standardSignature } from "../../lib/standard-webhooks.ts";

export interface Signing {
  /** The same for all attempts. */
  readonly id: string;
  readonly body: string;
  readonly secret: string | undefined;
  readonly now: Date;
}

/**
 * Headers by which a receiver knows who sent a body, and when: those of Standard Webhooks, and the earlier ones with
 * HMAC-SHA256 of the raw body, hexadecimal. Without a secret, only the id and the time.
 */
export function signingHeaders({ id, body, secret, now }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const headers = { [STANDARD_HEADERS.id]: id, [STANDARD_HEADERS.timestamp]: timestamp };
  if (!secret) return headers;
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  return {
    ...headers,
    [STANDARD_HEADERS.signature]: standardSignature(secret, { id, timestamp, body }),
    [WEBHOOK_HEADERS.signature]: hex,
    [PUBLISHED_WEBHOOK_HEADERS.signature]: hex,
  };
}
