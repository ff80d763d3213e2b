/** Joins a conversation as the agent, and decides how to receive replies. */
import { randomUUID } from "node:crypto";
import type { Conversation } from "../../chat/message.ts";
import { Minutes } from "../../chat/minutes.ts";
import { type ConversationRecord, endOf, recordOf, splitAtTurn } from "../../chat/record.ts";
import type { Reply } from "../../chat/reply.ts";
import { Session } from "../../chat/session.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { streamOutput } from "../stream.ts";
import { remark } from "./remark.ts";
import { type ReplySource, readReplies, receiveReplies, type Webhook } from "./replies.ts";

export interface JoinOptions {
  readonly simulation_result_id: string;
  readonly webhook: Webhook | undefined;
  /** Seconds. */
  readonly poll: number;
}

export interface Joined {
  readonly session: Session;
  readonly conversation: Conversation;
  readonly minutes: Minutes;
  /** The service's record at the beginning; undefined if it cannot be read. */
  readonly record: ConversationRecord | undefined;
  /** Whether replies can be received. */
  readonly hears: boolean;
  /** What the digital human has said; it is waiting for an answer to this. */
  readonly waiting: readonly Reply[];
  /** Starts receiving, until the conversation is over or `leave` is called. */
  listen(): Promise<void>;
  leave(): Promise<void>;
}

/** @throws Failure (conflict) if the conversation is over */
export async function join(
  context: Context,
  { simulation_result_id, webhook, poll }: JoinOptions,
): Promise<Joined> {
  // Taking over a webhook needs its key, so secrets are not masked here.
  await context.client({ show_secrets: webhook !== undefined });
  const conversation = { simulation_result_id, newId: randomUUID };
  const session = new Session({
    send: (body) => context.change("send_http_text_message", { body }),
    now: () => performance.now(),
    signal: context.signal,
  });
  const minutes = new Minutes(() => performance.now());
  session.observe(minutes);
  const before = await readRecord(context, simulation_result_id);
  const source = await openSource(context, { session, conversation, record: before, webhook, poll });
  try {
    // Anything said before the webhook was taken over was delivered elsewhere.
    const record = webhook && before ? await readRecord(context, simulation_result_id) : before;
    return {
      session,
      conversation,
      minutes,
      record,
      hears: source !== undefined,
      waiting: record ? splitAtTurn(record).waiting : [],
      async listen() {
        for (const reply of record ? splitAtTurn(record).waiting : []) await session.hear(reply);
        await source?.begin(record?.transcript.length ?? 0);
      },
      leave: async () => source?.close(),
    };
  } catch (error) {
    await source?.close();
    throw error;
  }
}

interface Opening {
  readonly session: Session;
  readonly conversation: Conversation;
  readonly record: ConversationRecord | undefined;
  readonly webhook: Webhook | undefined;
  readonly poll: number;
}

async function openSource(context: Context, opening: Opening): Promise<ReplySource | undefined> {
  const { session, conversation, record, webhook, poll } = opening;
  if (webhook) {
    const agent_id =
      record?.agent_id !== undefined ? Number(record.agent_id) : await context.agent(webhook.agent);
    return receiveReplies(context, { session, conversation, agent_id, webhook });
  }
  if (record) await warnOfWebhook(context, record);
  if (record) return readReplies(context, { session, conversation, interval_ms: poll * 1000 });
  await remark(context, "this service has no transcript to read replies from; use --listen to receive them");
  return undefined;
}

/**
 * The record of a conversation; undefined if the service does not offer it.
 * @throws Failure (conflict) if the conversation is over
 */
export async function readRecord(
  context: Context,
  simulation_result_id: string,
): Promise<ConversationRecord | undefined> {
  const answer = await context
    .read("get_simulation_result", { params: { simulation_result_id } })
    .catch((error) => {
      if (error instanceof Failure && error.options.code === "not_offered") return undefined;
      throw error;
    });
  if (!Array.isArray(answer?.simulation_result?.transcript)) return undefined;
  const record = recordOf(answer);
  const end = endOf(record);
  if (end === undefined) return record;
  throw new Failure("conflict", `conversation ${simulation_result_id} has ended (${end})`, {
    hint:
      end === "agent_unreachable"
        ? `nothing answered at the agent's http_webhook; ${withoutWebhook(record.agent_id)}`
        : `\`parley sim result ${simulation_result_id}\` shows it`,
  });
}

/**
 * Warns of a webhook: if nothing answers there the conversation ends, even though the transcript is read
 * here.
 */
async function warnOfWebhook(context: Context, { agent_id }: ConversationRecord): Promise<void> {
  if (streamOutput(context) !== "table") return;
  const client = await context.hastyClient();
  const agents = await client.call("list_agents", {}).catch(() => []);
  const http_webhook = agents.find(({ id }) => String(id) === String(agent_id))?.http_webhook;
  if (http_webhook)
    await remark(
      context,
      `messages also go to ${http_webhook}, and the conversation ends if nothing answers there: use --listen to take ` +
        `its place, or ${withoutWebhook(agent_id)}`,
    );
}

const withoutWebhook = (agent_id: number | undefined) =>
  `\`parley api POST /v1/update-agent -d '{"agent_id":${agent_id},"http_webhook":null}'\` leaves them in the transcript`;
