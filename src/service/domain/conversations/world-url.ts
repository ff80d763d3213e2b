/** Where an agent finds the world of its conversation. */
import type { Conversation } from "./conversation.ts";

export interface WithAddress {
  /** Where agents reach the service. Undefined if nobody has said so. */
  readonly address?: (() => string | undefined) | undefined;
}

/** What the conversation tells its agent: the versions, and its world if it has one. */
export function announcementFor(
  { address }: WithAddress,
  { told, result }: Pick<Conversation, "told" | "result">,
) {
  const base = result.world_key === null ? undefined : address?.();
  return { ...told, ...(base !== undefined && { world_url: `${base}/worlds/${result.world_key}` }) };
}
