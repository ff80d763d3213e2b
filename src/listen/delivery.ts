/** What a service delivers to a webhook: one event, kept as it was on the wire. */

import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { WEBHOOK_HEADERS } from "../contract/values.ts";

export interface Delivery {
  /** The same for every retry. */
  readonly id: string;
  /** Undefined if the service does not name it. */
  readonly event: string | undefined;
  /** ISO 8601. */
  readonly received_at: string;
  /** Names and values alternating, as they arrived. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
}

export function toDelivery({ headers, rawHeaders }: Arrival, body: Buffer, received_at: string): Delivery {
  const id = headers[WEBHOOK_HEADERS.delivery.toLowerCase()];
  const event = headers[WEBHOOK_HEADERS.event.toLowerCase()];
  return {
    // A service that does not number its deliveries repeats the same bytes.
    id: typeof id === "string" && id !== "" ? id : digest(body),
    event: typeof event === "string" ? event : undefined,
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
