/** A program is the agent: each message of the digital human is a line of JSON on its stdin, each line it writes is sent. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { kill, platform } from "node:process";
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
export async function runBot(options: BotOptions): Promise<void> {
  const { command, session, conversation, stderr, signal } = options;
  const bot = start(options);
  // Its end comes after the last of what it wrote.
  const ended = once(bot, "close") as Promise<[code: number | null, name: NodeJS.Signals | null]>;
  // A bot that has ended reads no more; how it ended is told below.
  bot.stdin.on("error", () => undefined);
  bot.stderr.pipe(stderr, { end: false });
  const timers: NodeJS.Timeout[] = [];
  const finish = () => {
    bot.stdin.end();
    timers.push(setTimeout(() => stop(bot, "SIGTERM"), PATIENCE_MS));
    timers.push(setTimeout(() => stop(bot, "SIGKILL"), 2 * PATIENCE_MS));
  };
  const interrupt = () => {
    stop(bot, "SIGTERM");
    finish();
  };
  signal.addEventListener("abort", interrupt, { once: true });
  session.observe({
    heard: async (reply) => {
      bot.stdin.write(`${JSON.stringify(toLine(reply, conversation))}\n`);
    },
    ended: async () => finish(),
  });
  try {
    for await (const line of createInterface({ input: bot.stdout, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.trim() !== "" && !session.isOver) await session.send(readLine(line, conversation));
    const [code, name] = await ended;
    signal.throwIfAborted();
    if (code === 0 || session.isOver) return;
    throw new Failure("failed", `the bot ended ${name ? `by ${name}` : `with exit code ${code}`}`, {
      where: command,
      code: "bot",
      hint: "the conversation is still open: `parley chat` goes on with it",
    });
  } finally {
    signal.removeEventListener("abort", interrupt);
    finish();
    bot.stdout.resume();
    await ended;
    for (const timer of timers) clearTimeout(timer);
  }
}

/** In a group of its own, so that what the shell has started is stopped with it. */
const start = ({ command, cwd, env }: BotOptions) =>
  spawn(command, { shell: true, detached: platform !== "win32", cwd, env: { ...env }, stdio: "pipe" });

function stop(bot: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (bot.pid === undefined || platform === "win32") bot.kill(signal);
    else kill(-bot.pid, signal);
  } catch {
    // It has ended by itself.
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
