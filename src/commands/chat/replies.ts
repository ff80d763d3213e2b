/**
 * The two ways of receiving the digital human's replies: through the webhook, or by reading the transcript.
 */
import type { Conversation } from "../../chat/message.ts";
import { recordOf } from "../../chat/record.ts";
import { replyOf } from "../../chat/reply.ts";
import type { Session } from "../../chat/session.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { Address } from "../../listen/address.ts";
import type { Delivery } from "../../listen/delivery.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";
import { findAgent } from "../find-agent.ts";
import { giveBack, newKey, type Takeover, takeOver } from "./registration.ts";

import { remark } from "./remark.ts";
export interface ReplySource {
  /** The transcript entry to start from. Earlier entries are already known. */
  begin(entry: number): Promise<void>;
  close(): Promise<void>;
}

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

interface Receiving {
  readonly session: Session;
  readonly conversation: Conversation;
  readonly agent_id: number;
  readonly webhook: Webhook;
}

/** Takes over the agent's webhook until `close` is called. */
export async function receiveReplies(
  context: Context,
  { session, conversation, agent_id, webhook }: Receiving,
): Promise<ReplySource> {
  const { startReceiver } = await import("../../listen/receiver.ts");
  const { contentOf } = await import("../../listen/delivery.ts");
  const before = await findAgent(context, agent_id);
  const key = webhook.key ?? (before.http_webhook_key || newKey());
  const early: Delivery[] = [];
  let hear = (delivery: Delivery): void => void early.push(delivery);
  const receiver = await startReceiver({
    ...webhook.address,
    key,
    signature_headers: webhook.signature_headers,
    async receive(delivery) {
      if (replyOf(contentOf(delivery), conversation.simulation_result_id)) hear(delivery);
      else await passOn(delivery, before.http_webhook);
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
    async begin() {
      hear = (delivery) => {
        const reply = replyOf(contentOf(delivery), conversation.simulation_result_id);
        if (reply) void session.hear(reply);
      };
      for (const delivery of early) hear(delivery);
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
  const { forward } = await import("../../listen/forward.ts");
  const status = await forward(new URL(target), delivery);
  if (status >= 300) throw new Error(`${target} answered ${status}`);
}

interface Reading {
  readonly session: Session;
  readonly conversation: Conversation;
  readonly interval_ms: number;
}

/** Reads the transcript repeatedly until `close` is called. */
export async function readReplies(
  context: Context,
  { session, conversation: { simulation_result_id }, interval_ms }: Reading,
): Promise<ReplySource> {
  const { pollReplies } = await import("../../chat/polling.ts");
  const stop = new AbortController();
  let polling: Promise<void> | undefined;
  await remark(context, `reading replies from the transcript every ${interval_ms / 1000} s`);
  return {
    async begin(entry) {
      polling = pollReplies(session, {
        read: async () =>
          recordOf(await context.read("get_simulation_result", { params: { simulation_result_id } })),
        from: entry,
        interval_ms,
        signal: AbortSignal.any([stop.signal, context.signal]),
        trouble: ({ message }) =>
          void context.terminal.alert(`cannot read replies: ${sanitizeLine(message)}`),
      });
    },
    async close() {
      stop.abort();
      await polling;
    },
  };
}
