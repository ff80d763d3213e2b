/** An agent under test: receives the digital human's turns at its webhook and answers them through E6. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";

interface Turn {
  readonly simulation_result_id: string;
  readonly message: string;
  readonly message_id: string;
  readonly end_conversation: boolean;
}

/** What goes wrong with the first attempt of a delivery. The agent has received nothing then. */
export type Fault = "status" | "hang" | "reset";

export interface TextAgent {
  readonly url: () => string;
  /** Turns of the digital human and events, each X-Parley-Delivery once, in the order of arrival. */
  readonly turns: readonly Turn[];
  readonly events: readonly { readonly type: string; readonly [field: string]: unknown }[];
  /** Where the agent answers from now on. */
  service: { url: string; key: string };
}

/**
 * @param reply the agent's answer to a turn; it knows only the turn
 * @param faultOf what goes wrong with the first attempt of a delivery, if anything
 */
export function useTextAgent(
  reply: (turn: Turn) => string,
  faultOf: (body: string) => Fault | undefined = () => undefined,
): TextAgent {
  const taken = new Set<string>();
  const attempted = new Set<string>();
  const turns: Turn[] = [];
  const events: { type: string }[] = [];
  const closed = new AbortController();
  const agent = { url: () => url, turns, events, service: { url: "", key: "" } };
  let url = "";

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const delivery = String(request.headers["x-parley-delivery"]);
    const fault = attempted.has(delivery) ? undefined : faultOf(body);
    attempted.add(delivery);
    if (fault === "hang") return;
    if (fault === "reset") return void response.destroy();
    if (fault === "status") return void response.writeHead(500).end();
    response.writeHead(204).end();
    if (taken.has(delivery)) return;
    taken.add(delivery);
    const read = JSON.parse(body);
    if ("type" in read) return void events.push(read);
    turns.push(read);
    if (!read.end_conversation) await answer(read);
  }

  /** Sends until the service has accepted it, because the service may be down for a while. */
  async function answer(turn: Turn): Promise<void> {
    const body = JSON.stringify({
      simulation_result_id: turn.simulation_result_id,
      message: reply(turn),
      message_id: `to-${turn.message_id}`,
    });
    while (!closed.signal.aborted) {
      const { service } = agent;
      const headers = { "X-API-Key": service.key, "Content-Type": "application/json" };
      const sent = await fetch(`${service.url}/v1/send-http-text-message`, {
        method: "POST",
        headers,
        body,
        signal: closed.signal,
      }).catch(() => undefined);
      if (sent?.ok) return void (await sent.arrayBuffer());
      await sleep(50);
    }
  }

  const server = createServer((request, response) => {
    // A killed service interrupts its requests.
    receive(request, response).catch(() => undefined);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    closed.abort();
    server.closeAllConnections();
    server.close();
  });
  return agent;
}

/** An order desk that infers the next step from the number of a turn. */
export function orderDesk({ message_id }: Turn): string {
  const turn = Number(message_id.split(".")[1]);
  if (turn === 1) return "Sure. What is your order number?";
  if (turn === 2) return "Thank you. Your order has been cancelled. Anything else?";
  return "Goodbye!";
}

/** A simulation whose digital humans call an order desk. */
export const orderDeskSeed = (desk: string, num_runs: number, max_concurrent: number) => ({
  kind: "Seed",
  organizations: [
    {
      name: "acme",
      api_key: "pk_acme",
      agents: [{ id: 101, name: "Order desk", mode: "TEXT", http_webhook: `${desk}/agent` }],
      simulations: [
        {
          id: 7,
          name: "Orders",
          agent_id: 101,
          max_concurrent,
          opening_patience_ms: 0,
          digital_humans: [
            {
              id: 501,
              name: "Cancel",
              intent: "I want to cancel my order.",
              role_description: "You are Ann Lee. Your order number is A-4471.",
              creativity: 1,
              // However busy the machine is, no caller checks whether the desk is still there.
              silence_timeout: 600,
              num_runs,
            },
          ],
        },
      ],
      webhooks: [{ url: `${desk}/hook`, secret: "whsec_test" }],
    },
  ],
});
