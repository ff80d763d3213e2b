/**
 * Lets a bot behind a URL be the agent. Each message of the digital human is POSTed to it, and its answers
 * are sent.
 */
import { asOneTurn, readAgentAnswer } from "../../contract/agent-answer.ts";
import { withDeadline } from "../../lib/deadline.ts";
import { Failure } from "../../lib/failure.ts";
import { toLine } from "./bot-process.ts";
import { type Conversation, fromFields, type Message, toMessage } from "./message.ts";
import type { Reply } from "./reply.ts";
import type { Session } from "./session.ts";

/** Do nothing while the digital human is thinking. */
const LOOK_MS = 60_000;

export interface BotOptions {
  /** Takes a turn of the digital human to the bot, and returns what it answers. */
  answer(turn: object, simulation_result_id: string): Promise<string>;
  readonly session: Session;
  readonly conversation: Conversation;
  /** True: the bot speaks first. To get its first words, it is sent an empty message. */
  readonly opens: boolean;
}

/** Runs until the conversation is over. @throws what `answer` throws */
export async function runAnsweringBot({ answer, session, conversation, opens }: BotOptions): Promise<void> {
  const asked: Reply[] = opens ? [{ message: "", message_id: null, end_conversation: false }] : [];
  session.observe({
    heard: async (reply) => {
      asked.push(reply);
    },
  });
  while (!session.isOver) {
    const reply = asked.shift();
    if (!reply) await session.until(() => asked.length > 0 || session.isOver, LOOK_MS);
    else {
      const text = await answer(toLine(reply, conversation), conversation.simulation_result_id);
      for (const message of messagesIn(text, conversation)) await session.send(message);
    }
  }
}

/**
 * A bot behind a URL.
 * @param timeout_ms how long to wait for an answer
 * @throws Failure (network, failed) if it cannot be reached or refuses
 */
export const urlBot =
  (url: URL, timeout_ms: number, signal: AbortSignal): BotOptions["answer"] =>
  async (turn, simulation_result_id) => {
    const where = `POST ${url}`;
    const body = JSON.stringify(turn);
    const { ok, status, text } = await withDeadline(timeout_ms, signal, async (deadline) => {
      const headers = {
        "content-type": "application/json",
        "x-simulation-result-id": simulation_result_id,
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
    return text;
  };

/** JSON objects in the form that the service accepts in a webhook's answer, or one message per line. */
function messagesIn(text: string, conversation: Conversation): Message[] {
  const answered = readAgentAnswer(text);
  if (answered) return answered.map((fields) => fromFields(fields, conversation, text));
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return asOneTurn(lines.map((line) => toMessage(line, conversation)));
}
