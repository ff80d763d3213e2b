/** A program is the agent: each message of the digital human is a line of JSON on its stdin, each line it writes is sent. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { Failure } from "../failure.ts";
import { type Conversation, type Message, toMessage } from "./message.ts";
import type { Reply } from "./reply.ts";
import type { Session } from "./session.ts";

/** After the conversation a bot is given this long to end by itself. */
const PATIENCE_MS = 5000;

export interface BotOptions {
  /** A command line of the shell. */
  readonly command: string;
  readonly session: Session;
  readonly conversation: Conversation;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes what the bot writes to its stderr. */
  readonly stderr: Writable;
  readonly signal: AbortSignal;
}

/**
 * Runs until the conversation is over or the bot ends.
 * @throws Failure (failed) when the bot ends badly before the conversation does
 */
export async function runBot({
  command,
  session,
  conversation,
  cwd,
  env,
  stderr,
  signal,
}: BotOptions): Promise<void> {
  const bot = spawn(command, { shell: true, cwd, env: { ...env }, stdio: ["pipe", "pipe", "pipe"] });
  // Its end comes after the last of what it wrote.
  const ended = once(bot, "close") as Promise<[code: number | null, name: NodeJS.Signals | null]>;
  // A bot that has ended reads no more; how it ended is told below.
  bot.stdin.on("error", () => undefined);
  bot.stderr.pipe(stderr, { end: false });
  const stop = () => bot.kill();
  signal.addEventListener("abort", stop, { once: true });
  session.observe({
    heard: async (reply) => {
      bot.stdin.write(`${JSON.stringify(toLine(reply, conversation))}\n`);
    },
    ended: async () => {
      bot.stdin.end();
    },
  });
  try {
    for await (const line of createInterface({ input: bot.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (session.isOver) break;
      if (line.trim() !== "") await session.send(readLine(line, conversation));
    }
    if (session.isOver) return;
    const [code, name] = await ended;
    signal.throwIfAborted();
    // The last thing it said may have ended the conversation.
    if (code !== 0 && !session.isOver)
      throw new Failure("failed", `the bot ended ${name ? `by ${name}` : `with exit code ${code}`}`, {
        where: command,
        code: "bot",
        hint: "the conversation is still open: `parley chat` goes on with it, --end ends it",
      });
  } finally {
    signal.removeEventListener("abort", stop);
    bot.stdin.end();
    const impatience = setTimeout(stop, PATIENCE_MS);
    bot.stdout.resume();
    await ended;
    clearTimeout(impatience);
  }
}

function readLine(line: string, conversation: Conversation): Message {
  try {
    return toMessage(line, conversation);
  } catch (error) {
    throw error instanceof Failure
      ? new Failure("failed", `the bot's answer cannot be sent: ${error.message}`, error.options)
      : error;
  }
}

/** A message of the digital human, as the service would deliver it to a webhook. */
export const toLine = (reply: Reply, { simulation_result_id }: Conversation) => ({
  simulation_result_id,
  ...reply,
});
