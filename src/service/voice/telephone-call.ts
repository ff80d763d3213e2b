import type { Conversation } from "../domain/conversations/conversation.ts";
import { announcementFor, type WithAddress } from "../domain/conversations/world-url.ts";
import type { LineRequest } from "../domain/runs/queue.ts";
import type { TelephoneCall } from "./transports/telephone/carrier.ts";

/** The number of digital humans without one. Telephone companies reserve it for tests. */
export const NUMBER = "+15005550006";

export const lineOf = ({ line }: Pick<Conversation, "line">): LineRequest => JSON.parse(line ?? "{}");

export const urlOf = (conversation: Conversation): string =>
  lineOf(conversation).url ?? conversation.agent.websocket_url ?? "";

/**
 * The call of a conversation, as its telephone company knows it.
 * @param reached where the agent is, and the digital human's number, which the agent has named itself if it calls out
 */
export function telephoneCallOf(
  service: WithAddress,
  conversation: Conversation,
  reached: { readonly url: string; readonly phone_number: string | null; readonly is_machine?: boolean },
): TelephoneCall {
  const { websocket_username: username = null, websocket_password: password = null } = conversation.agent;
  const { id } = conversation.result;
  const { asked } = lineOf(conversation);
  return {
    url: reached.url,
    username,
    password,
    simulation_result_id: id,
    session: { simulation_result_id: String(id), ...announcementFor(service, conversation) },
    from: asked?.from ?? reached.phone_number ?? NUMBER,
    to: asked?.to ?? NUMBER,
    asked,
    is_machine: reached.is_machine ?? false,
  };
}
