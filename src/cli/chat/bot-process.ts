/**
 * Lets a program be the agent. It gets each message of the digital human as a line of JSON on stdin, and each
 * line that it writes is sent.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { kill, platform } from "node:process";
import type { Writable } from "node:stream";
import { Failure } from "../../lib/failure.ts";
import { linesOf } from "../lines.ts";
import { type Conversation, type Message, toMessage } from "./message.ts";
import type { Reply } from "./reply.ts";
import type { Session } from "./session.ts";

/** How long a bot has to exit by itself after the conversation. */
const PATIENCE_MS = 5000;

export interface BotOptions {
  /** A shell command line. */
  readonly command: string;
  readonly session: Session;
  readonly conversation: Conversation;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with anything that the bot writes to its stderr. */
  readonly stderr: Writable;
  readonly signal: AbortSignal;
}

/**
 * Runs until the conversation is over or the bot exits.
 * @throws Failure (failed) if the bot fails before the conversation ends
 */
export async function runBot(options: BotOptions): Promise<void> {
  const { command, session, conversation, stderr, signal } = options;
  const bot = start(options);
  // It exits after its last output.
  const ended = once(bot, "close") as Promise<[code: number | null, name: NodeJS.Signals | null]>;
  // A bot that has exited reads no more. How it exited is reported below.
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
    for await (const line of linesOf(bot.stdout, { name: "the bot's output" }))
      if (line.trim() !== "" && !session.isOver) await session.send(readLine(line, conversation));
    const [code, name] = await ended;
    signal.throwIfAborted();
    if (code === 0 || session.isOver) return;
    throw new Failure("failed", `the bot ${name ? `was stopped by ${name}` : `exited with code ${code}`}`, {
      where: command,
      code: "bot",
      hint: "the conversation is still open; continue it with `parley chat`",
    });
  } finally {
    signal.removeEventListener("abort", interrupt);
    finish();
    await ended;
    for (const timer of timers) clearTimeout(timer);
  }
}

/** In a process group of its own, so that everything that the shell has started is stopped with it. */
const start = ({ command, cwd, env, conversation }: BotOptions) =>
  spawn(command, {
    shell: true,
    detached: platform !== "win32",
    cwd,
    env: { ...env, ...factsFor(conversation) },
    stdio: "pipe",
  });

function stop(bot: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (bot.pid === undefined || platform === "win32") bot.kill(signal);
    else kill(-bot.pid, signal);
  } catch {
    // It has already exited.
  }
}

function readLine(line: string, conversation: Conversation): Message {
  try {
    return toMessage(line, conversation);
  } catch (error) {
    throw error instanceof Failure
      ? new Failure("failed", `cannot send the bot's answer: ${error.message}`, error.options)
      : error;
  }
}

/** A message of the digital human, in the form in which the service delivers it to a webhook. */
export const toLine = (reply: Reply, { simulation_result_id, told }: Conversation) => ({
  simulation_result_id,
  ...reply,
  ...told,
});

/**
 * The same facts for a program's environment: `PARLEY_PROMPT_VERSION` and so on. What the conversation does not
 * name is removed, because it would be about something else.
 */
const factsFor = ({ simulation_result_id, told }: Conversation) =>
  Object.fromEntries(
    Object.entries({ simulation_result_id, ...told }).map(([name, value]) => [
      `PARLEY_${name.toUpperCase()}`,
      value === null ? undefined : String(value),
    ]),
  );
