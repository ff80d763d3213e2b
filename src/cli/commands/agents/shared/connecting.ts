import { type Connection, connectionFault } from "../../../../contract/rules/agent-reach.ts";

/** A paragraph for the help of the commands that write agents. */
export const CONNECTING =
  "A text agent has mode=TEXT. The service POSTs the digital human's turns to its http_webhook, signed with " +
  "http_webhook_key, and the agent answers in the response ({message, tool_calls}) or with POST " +
  "/v1/send-http-text-message. Without http_webhook, `parley sim start --bot-url` or `parley chat` speaks for " +
  "it. A voice agent has mode=VOICE, connection_type=WEBSOCKET and a websocket_url. Other connections " +
  "(phone_number, sip_uri, …) are stored, but `parley serve` does not dial them.";

/**
 * The next step for an agent that was just given an address that simulations do not use; undefined for any
 * other agent.
 */
export function connectionHint(agent_id: string | number, agent: Connection): string | undefined {
  const fault = connectionFault(agent_id, agent);
  return fault && `simulations cannot reach it: ${fault.why} Next: \`${fault.command}\``;
}
