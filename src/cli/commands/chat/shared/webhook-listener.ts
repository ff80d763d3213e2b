/** The agent's webhook while this program speaks for the agent. */

import { Failure } from "../../../../lib/failure.ts";
import type { Reply } from "../../../chat/reply.ts";
import { replyOf } from "../../../chat/reply.ts";
import type { Session } from "../../../chat/session.ts";
import type { Context } from "../../../context.ts";
import type { Address } from "../../../listen/address.ts";
import type { Delivery } from "../../../listen/delivery.ts";
import { sanitizeLine } from "../../../terminal/sanitize.ts";
import { findAgent } from "../../shared/find-agent.ts";
import { giveBack, newKey, type Takeover, takeOver } from "../registration.ts";

/** How replies are received. */
export interface Webhook {
  readonly address: Address;
  /** The URL at which the service reaches that address, if it is different. */
  readonly public_url: string | undefined;
  /** The agent to use if the service does not say which one it is. */
  readonly agent: number | undefined;
  /** The key from the environment. Without it, the agent's own key is used. */
  readonly key: string | undefined;
  readonly signature_headers: readonly string[];
}

export interface WebhookListener {
  /**
   * Takes the messages of the conversation that `opening` resolves to. Until its id is known, every delivery
   * waits.
   */
  admit(opening: Promise<string>): Promise<string>;
  /** Passes a conversation's messages to a session, including those that have already arrived. */
  listen(simulation_result_id: string, session: Session): void;
  /** Restores the agent's own webhook. */
  close(): Promise<void>;
}

/** Messages of an admitted conversation. */
interface Admitted {
  readonly early: Reply[];
  session?: Session;
}

/** Takes over the agent's webhook until `close` is called. Messages of other conversations are forwarded. */
export async function openWebhookListener(
  context: Context,
  agent_id: number,
  webhook: Webhook,
): Promise<WebhookListener> {
  const { startReceiver } = await import("../../../listen/receiver.ts");
  const { contentOf } = await import("../../../listen/delivery.ts");
  const before = await findAgent(context, agent_id);
  const key = webhook.key ?? (before.http_webhook_key || newKey());
  const admitted = new Map<string, Admitted>();
  // Deliveries may arrive before the first conversation is admitted.
  let start = (): void => undefined;
  let opening: Promise<unknown> = new Promise<void>((resolve) => {
    start = resolve;
  });
  const receiver = await startReceiver({
    ...webhook.address,
    key,
    signature_headers: webhook.signature_headers,
    async receive(delivery) {
      await opening;
      const body = contentOf(delivery);
      for (const [id, { early, session }] of admitted) {
        const reply = replyOf(body, id);
        if (!reply) continue;
        if (session) void session.hear(reply);
        else early.push(reply);
        return;
      }
      await passOn(delivery, before.http_webhook);
    },
    refused: (reason) => void context.terminal.alert(`refused: ${sanitizeLine(reason)}`),
  });
  const takeover: Takeover = {
    agent_id,
    before,
    http_webhook: webhook.public_url ?? `${receiver.url}/`,
    http_webhook_key: before.http_webhook_key ? undefined : key,
  };
  const close = async () => {
    start();
    await giveBack(context, takeover);
    await receiver.close();
  };
  await takeOver(context, takeover).catch(async (error: unknown) => {
    if (!isNotOffered(error)) await close();
    else {
      await receiver.close();
      throw cannotListen(error);
    }
    throw error;
  });
  return {
    close,
    admit(conversation) {
      const admitting = conversation.then((id) => {
        admitted.set(id, { early: [] });
        return id;
      });
      opening = admitting.catch(() => undefined);
      void opening.then(start);
      return admitting;
    },
    listen(simulation_result_id, session) {
      for (const reply of admitted.get(simulation_result_id)?.early ?? []) void session.hear(reply);
      admitted.set(simulation_result_id, { early: [], session });
    },
  };
}

const isNotOffered = (error: unknown): error is Failure =>
  error instanceof Failure && error.options.code === "not_offered";

const cannotListen = ({ outcome, options }: Failure) =>
  new Failure(
    outcome,
    "--listen cannot be used: this service does not let a webhook be set through its API",
    {
      ...options,
      hint: "nothing was changed; set the agent's http_webhook where you manage the agent, receive with `parley listen`, and leave out --listen",
    },
  );

/** Forwards deliveries of the agent's other conversations to their original address. */
async function passOn(delivery: Delivery, target: string | null | undefined): Promise<void> {
  if (!target) return;
  const { forward } = await import("../../../listen/forward.ts");
  const status = await forward(new URL(target), delivery);
  if (status >= 300) throw new Error(`${target} answered ${status}`);
}
