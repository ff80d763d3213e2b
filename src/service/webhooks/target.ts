import type { Output } from "../../contract/types.ts";

export interface Target {
  readonly url: string;
  readonly secret: string | undefined;
}

/** The current settings of a delivery's receiver. The fields of other kinds of receivers are null. */
export interface Receiver {
  readonly webhook_url: string | null;
  readonly webhook_secret: string | null;
  /** JSON. */
  readonly agent_record: string | null;
  readonly target_url: string | null;
}

/**
 * Where a delivery goes now. The agent's URL may have changed since the message was written; then the new one
 * counts. Undefined if the agent no longer has a URL.
 */
export function targetOf({
  webhook_url,
  webhook_secret,
  agent_record,
  target_url,
}: Receiver): Target | undefined {
  if (webhook_url !== null) return { url: webhook_url, secret: webhook_secret ?? undefined };
  if (target_url !== null) return { url: target_url, secret: undefined };
  if (agent_record === null) return undefined;
  const { http_webhook, http_webhook_key }: Output<"AgentCreate"> = JSON.parse(agent_record);
  return http_webhook ? { url: http_webhook, secret: http_webhook_key ?? undefined } : undefined;
}
