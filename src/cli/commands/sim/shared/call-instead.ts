import type { Client } from "../../../../client/client.ts";
import { Failure } from "../../../../lib/failure.ts";

/** Sends requests, as a client or the context of a command does. */
type Call = Client["call"];

interface Requested {
  readonly simulation_id: string | number;
}

/**
 * Calls a voice agent after the service has refused a text run with it and started nothing. How it reaches the agent is
 * for the service to decide: if it can't, its own refusal says why.
 * @param refused why it refused the text run; thrown again if the agent isn't a voice agent
 */
export async function callInstead(
  { read, change }: { readonly read: Call; readonly change: Call },
  body: Requested,
  refused: unknown,
) {
  if (!(refused instanceof Failure && REFUSALS.includes(refused.outcome))) throw refused;
  const simulation_id = Number(body.simulation_id);
  const { agent_id } = await read("get_simulation", { params: { simulation_id } }).catch(() => {
    throw refused;
  });
  const agents = await read("list_agents", {});
  const agent = agents.find(({ id }) => String(id) === String(agent_id));
  if (agent?.mode !== "VOICE") throw refused;
  return change("queue_simulation_run", { body }).catch((error: unknown) => {
    // An agent that has only a webhook was meant to be a text agent.
    if (!(error instanceof Failure) || !agent.http_webhook || LINES.test(givenIn(agent))) throw error;
    const hint = `It has an http_webhook, which only text runs use. Next: \`parley agents update ${agent.id} --set mode=TEXT\``;
    throw new Failure(error.outcome, error.message, { ...error.options, hint });
  });
}

/** Fields of an agent that is called. A webhook beside them has another use. */
const LINES = /\b(?:connection_type|phone_number|sip_uri|websocket_url|\w+_agent_name|provider_id)\b/;

const givenIn = (agent: object): string =>
  Object.entries(agent)
    .flatMap(([name, value]) => (value ? [name] : []))
    .join(" ");

const REFUSALS: readonly Failure["outcome"][] = ["refused", "conflict"];
