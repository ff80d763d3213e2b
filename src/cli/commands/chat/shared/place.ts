/** Takes the place of an agent that is connected, so that it doesn't answer as well. */

import { Failure } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import type { Agent } from "../../shared/find-agent.ts";
import { type Opening, openConversation } from "../open.ts";
import { openWebhookListener, type Webhook, type WebhookListener } from "./webhook-listener.ts";
import { writeNote } from "./write-note.ts";

export interface Place {
  /** Receives replies by webhook. */
  readonly door: WebhookListener | undefined;
  /** Starts a conversation in which only this program is the agent. Returns its id. */
  open(opening: Opening): Promise<string>;
  /** Gives the place back. */
  close(): Promise<void>;
}

/**
 * @param agent_id whose place; undefined if the service does not say, then the one in the settings
 * @param webhook how to receive replies by webhook; undefined to read the transcript
 */
export async function takePlace(
  context: Context,
  agent_id: number | undefined,
  webhook: Webhook | undefined,
): Promise<Place> {
  const door =
    webhook &&
    (await openWebhookListener(context, agent_id ?? (await context.agent(webhook.agent)), webhook));
  return {
    door,
    async open(opening) {
      if (door) return door.admit(openConversation(context, opening));
      const http_webhook = (await connectedAgent(context, agent_id))?.http_webhook;
      if (!http_webhook) return openConversation(context, opening);
      const id = await openConversation(context, { ...opening, without_webhook: true });
      await writeNote(
        context,
        `you take the place of the agent at ${http_webhook}: it hears nothing of this`,
      );
      return id;
    },
    close: async () => door?.close(),
  };
}

/** The agent that a simulation tests; undefined if the service does not say. */
export async function agentOfSimulation(
  context: Context,
  simulation_id: number,
): Promise<number | undefined> {
  const simulation = await context
    .read("get_simulation", { params: { simulation_id } })
    .catch((error: unknown) => {
      if (error instanceof Failure && error.options.code === "not_offered") return undefined;
      throw error;
    });
  return simulation?.agent_id === undefined ? undefined : Number(simulation.agent_id);
}

/** An agent's record without its secrets; undefined if the service does not return it. */
export async function connectedAgent(
  context: Context,
  agent_id: number | undefined,
): Promise<Agent | undefined> {
  if (agent_id === undefined) return undefined;
  const agents = await (await context.hastyClient()).call("list_agents", {}).catch(() => []);
  return agents.find(({ id }) => String(id) === String(agent_id));
}
