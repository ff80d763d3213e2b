/** Joins a conversation as the agent, and decides how to receive replies. */
import { randomUUID } from "node:crypto";
import { Failure } from "../../../../lib/failure.ts";
import type { Conversation, Message } from "../../../chat/message.ts";
import {
  announcedVersionsIn,
  type ConversationRecord,
  endOf,
  recordOf,
  splitAtTurn,
} from "../../../chat/record.ts";
import type { Reply } from "../../../chat/reply.ts";
import { Session } from "../../../chat/session.ts";
import { TranscriptRecorder } from "../../../chat/transcript-recorder.ts";
import type { Context } from "../../../context.ts";
import { readReplies } from "../replies.ts";
import { connectedAgent } from "./place.ts";
import type { WebhookListener } from "./webhook-listener.ts";
import { writeNote } from "./write-note.ts";

export interface JoinOptions {
  readonly simulation_result_id: string;
  /** Receives replies by webhook. */
  readonly door: WebhookListener | undefined;
  /** Whether only this program is the agent. */
  readonly is_own: boolean;
  /** Seconds. */
  readonly poll: number;
}

export interface Joined {
  readonly session: Session;
  readonly conversation: Conversation;
  readonly recorder: TranscriptRecorder;
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
  { simulation_result_id, door, is_own, poll }: JoinOptions,
): Promise<Joined> {
  const session: Session = new Session({
    send: (body) => send(context, body, (reason) => void session.end(reason)),
    whyOver: async () => (await endNow(context, simulation_result_id)).reason,
    now: () => performance.now(),
    signal: context.signal,
  });
  const recorder = new TranscriptRecorder(() => performance.now());
  session.observe(recorder);
  const record = await readRecord(context, simulation_result_id);
  const { base_url } = await context.settings();
  const versions = record && announcedVersionsIn(record, base_url.value);
  const conversation = { simulation_result_id, told: versions, newId: randomUUID };
  // The transcript also tells when and why the conversation has ended, which no webhook does in every case.
  const reading = record && (await readReplies(context, { session, conversation, interval_ms: poll * 1000 }));
  if (!door) await tellSource(context, record, { is_own, poll });
  const waiting = record ? splitAtTurn(record).waiting : [];
  return {
    session,
    conversation,
    recorder,
    record,
    hears: reading !== undefined || door !== undefined,
    waiting,
    async listen() {
      for (const reply of waiting) await session.hear(reply);
      door?.listen(simulation_result_id, session);
      await reading?.begin(record?.transcript.length ?? 0);
    },
    leave: async () => reading?.close(),
  };
}

/** Sends a message. If it is refused because the conversation is over, reports why that is. */
async function send(context: Context, body: Message, over: (reason: string | undefined) => void) {
  return context.change("send_http_text_message", { body }).catch(async (error: unknown) => {
    if (error instanceof Failure && error.outcome === "conflict") {
      const { isOver, reason } = await endNow(context, String(body.simulation_result_id));
      if (isOver) over(reason);
    }
    throw error;
  });
}

/** A service that refuses a message and has no record to read has ended the conversation. */
async function endNow(context: Context, simulation_result_id: string) {
  const client = await context.hastyClient();
  const answer = await client
    .call("get_simulation_result", { params: { simulation_result_id } })
    .catch(() => undefined);
  if (!answer?.simulation_result) return { isOver: true, reason: undefined };
  const reason = endOf(recordOf(answer));
  return { isOver: reason !== undefined, reason };
}

/** Tells a person where replies come from. */
async function tellSource(
  context: Context,
  record: ConversationRecord | undefined,
  { is_own, poll }: Pick<JoinOptions, "is_own" | "poll">,
): Promise<void> {
  if (!record)
    return writeNote(
      context,
      "this service has no transcript to read replies from; use --listen to receive them",
    );
  if (!is_own) await warnOfWebhook(context, record);
  await writeNote(context, `reading replies from the transcript every ${poll} s`);
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
 * Warns of a webhook: the agent there answers too, and if nothing answers the conversation ends, even though
 * the transcript is read here.
 */
async function warnOfWebhook(
  context: Context,
  { agent_id, simulation_id }: ConversationRecord,
): Promise<void> {
  const http_webhook = (await connectedAgent(context, agent_id))?.http_webhook;
  if (http_webhook)
    await writeNote(
      context,
      `messages also go to ${http_webhook}, and the agent there answers them; the conversation ends if nothing does. ` +
        `\`parley chat --new ${simulation_id}\` starts one that is yours alone; --listen takes its place in this one; ${withoutWebhook(agent_id)}`,
    );
}

const withoutWebhook = (agent_id: number | undefined) =>
  `\`parley agents update ${agent_id} --unset http_webhook\` disconnects it, and its messages stay in the transcript`;
