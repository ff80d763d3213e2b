/** A service's delivery to a webhook: one event, kept exactly as it was sent. */

import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { PUBLISHED_WEBHOOK_HEADERS, WEBHOOK_HEADERS } from "../../contract/values.ts";
import { STANDARD_HEADERS } from "../../lib/standard-webhooks.ts";

export interface Delivery {
  /** The same for every retry. */
  readonly id: string;
  /** Undefined if the service does not name it. */
  readonly event: string | undefined;
  /** ISO 8601. */
  readonly received_at: string;
  /** Names and values alternate, in the order in which they arrived. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
}

export function toDelivery({ headers, rawHeaders }: Arrival, body: Buffer, received_at: string): Delivery {
  const headerOf = (name: keyof typeof PUBLISHED_WEBHOOK_HEADERS) =>
    [WEBHOOK_HEADERS, PUBLISHED_WEBHOOK_HEADERS]
      .map((names) => headers[names[name].toLowerCase()])
      .find((value): value is string => typeof value === "string" && value !== "");
  // Where it is sent, it is signed; the others are not.
  const standardId = headers[STANDARD_HEADERS.signature] && String(headers[STANDARD_HEADERS.id]);
  return {
    // A service that does not number its deliveries repeats the same bytes.
    id: standardId ?? headerOf("delivery") ?? digest(body),
    event: headerOf("event"),
    received_at,
    headers: rawHeaders,
    body,
  };
}

const digest = (body: Buffer) => hash("sha256", body).slice(0, 32);

/** The body as JSON, or as text if it is not JSON. */
export function contentOf({ body }: Delivery): unknown {
  const text = body.toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
