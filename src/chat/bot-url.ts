/**
 * Lets a bot behind a URL be the agent. Each message of the digital human is POSTed to it, and its answers
 * are sent.
 */
import { asOneTurn, readAgentAnswer } from "../contract/agent-answer.ts";
import { withDeadline } from "../deadline.ts";
import { Failure } from "../failure.ts";
import { toLine } from "./bot-process.ts";
import { type Conversation, fromFields, type Message, toMessage } from "./message.ts";
import type { Reply } from "./reply.ts";
import type { Session } from "./session.ts";

/** Do nothing while the digital human is thinking. */
const LOOK_MS = 60_000;

export interface UrlBotOptions {
  readonly url: URL;
  readonly session: Session;
  readonly conversation: Conversation;
  /** True: the bot speaks first. To get its first words, it is sent an empty message. */
  readonly opens: boolean;
  /** How long to wait for an answer from the bot. */
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

/**
 * Runs until the conversation is over.
 * @throws Failure (network, failed) if the bot cannot be reached or refuses
 */
export async function runUrlBot(options: UrlBotOptions): Promise<void> {
  const { session, opens } = options;
  const asked: Reply[] = opens ? [{ message: "", message_id: null, end_conversation: false }] : [];
  session.observe({
    heard: async (reply) => {
      asked.push(reply);
    },
  });
  while (!session.isOver) {
    const reply = asked.shift();
    if (!reply) await session.until(() => asked.length > 0 || session.isOver, LOOK_MS);
    else for (const message of await ask(reply, options)) await session.send(message);
  }
}

async function ask(
  reply: Reply,
  { url, conversation, timeout_ms, signal }: UrlBotOptions,
): Promise<Message[]> {
  const where = `POST ${url}`;
  const body = JSON.stringify(toLine(reply, conversation));
  const { ok, status, text } = await withDeadline(timeout_ms, signal, async (deadline) => {
    const headers = {
      "content-type": "application/json",
      "x-simulation-result-id": conversation.simulation_result_id,
    };
    const response = await fetch(url, { method: "POST", headers, body, signal: deadline });
    return { ok: response.ok, status: response.status, text: await response.text() };
  }).catch((error: Error) => {
    signal.throwIfAborted();
    const cause = error.cause instanceof Error ? error.cause : error;
    const { code = cause.message } = cause as NodeJS.ErrnoException;
    const reason = error.name === "TimeoutError" ? `no answer within ${timeout_ms / 1000} s` : code;
    throw new Failure("network", `cannot reach the bot: ${reason}`, { where, code: "bot" });
  });
  if (!ok) throw new Failure("failed", `the bot answered ${status}`, { where, code: "bot" });
  return messagesIn(text, conversation);
}

/** JSON objects in the form that the service accepts in a webhook's answer, or one message per line. */
function messagesIn(text: string, conversation: Conversation): Message[] {
  const answered = readAgentAnswer(text);
  if (answered) return answered.map((fields) => fromFields(fields, conversation, text));
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return asOneTurn(lines.map((line) => toMessage(line, conversation)));
}
