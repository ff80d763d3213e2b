/** A bot of Pipecat, by text. */
import type { TestedAgent, ToolCall, Turn } from "../agent.ts";
import {
  type First,
  type Limit,
  nextFrame,
  type SocketAgentOptions,
  socketAgent,
  type Talk,
} from "../socket/agent.ts";
import type { Frame, SocketLine } from "../socket/line.ts";
import { Trouble } from "../trouble.ts";
import { errorIn, FunctionCalls, handshake, NOT_READY, readRtvi, rtvi } from "./rtvi.ts";

/** No message ends a turn. The bot has said what it has to say if it stays quiet for so long. */
const QUIET_MS = 500;
/** After the result of a function call, the bot usually speaks again. */
const AFTER_CALL_MS = 10_000;

export function pipecatAgent({ url, ...options }: Omit<SocketAgentOptions, "begin">): TestedAgent {
  const at = new URL(url);
  if (!at.searchParams.has("skip_tts")) at.searchParams.set("skip_tts", "true");
  return socketAgent({ ...options, url: at.href, begin });
}

async function begin(line: SocketLine, turn: First, limit: Limit): Promise<Talk> {
  const bot = new Bot();
  const early = await handshake(line, () => nextFrame(line, turn, { ...limit, late: NOT_READY }));
  for (const frame of early) bot.take(frame);
  return {
    async answer(said, until) {
      // A greeting is not interrupted.
      while (bot.is_busy) bot.take(await nextFrame(line, said, until));
      const { message } = JSON.parse(said.body);
      bot.listen();
      line.send(
        rtvi("send-text", {
          content: String(message ?? ""),
          options: { run_immediately: true, audio_response: false },
        }),
      );
      return answered(line, bot, said, until);
    },
    // A bot that runs on its own stays up for others.
    over: () => undefined,
  };
}

/** @throws Trouble if the bot says nothing in time, or hangs up without a word */
async function answered(line: SocketLine, bot: Bot, said: Turn, until: Limit): Promise<readonly object[]> {
  for (;;) {
    const left = until.until - performance.now();
    const quiet = bot.owes_words ? AFTER_CALL_MS : QUIET_MS;
    const frame = await line.next(bot.has_answered ? Math.min(quiet, left) : left, said.signal);
    if (frame === "late") {
      if (bot.has_answered) return bot.taken();
      throw new Trouble(until.late);
    }
    if (frame === "closed") return bot.takenAtEnd();
    bot.take(frame);
  }
}

interface Body {
  readonly message?: string;
  readonly tool_calls?: readonly ToolCall[];
}

/** What a bot says and does, frame by frame. */
class Bot {
  #bodies: Body[] = [];
  #text = "";
  #thinks = false;
  /** A call has ended since the model began last. */
  #owes = false;
  #has_spoken = false;
  readonly #calls = new FunctionCalls();

  get is_busy(): boolean {
    return this.#thinks || this.#calls.are_open;
  }

  get owes_words(): boolean {
    return this.#owes;
  }

  get has_answered(): boolean {
    return this.#has_spoken && !this.is_busy;
  }

  /** From now on, words are an answer. A greeting stays the first message of it. */
  listen(): void {
    this.#has_spoken = false;
  }

  taken(): readonly Body[] {
    this.#end();
    const bodies = this.#bodies;
    this.#bodies = [];
    return bodies;
  }

  /** The bot has hung up. @throws Trouble if it has not answered */
  takenAtEnd(): readonly object[] {
    this.#end();
    if (!this.#has_spoken) throw new Trouble("the agent closed the connection without an answer");
    const bodies = this.taken();
    const last = bodies.findLastIndex(({ message }) => message !== undefined);
    return bodies.map((body, place) => (place === last ? { ...body, end_conversation: true } : body));
  }

  /** @throws Trouble if the bot reports an error */
  take(frame: Frame): void {
    const { type = "", fields = {} } = readRtvi(frame) ?? {};
    const error = errorIn(type, fields);
    if (error !== undefined) throw new Trouble(`the bot ${error}`);
    if (type === "bot-llm-started") {
      this.#thinks = true;
      this.#owes = false;
    } else if (type === "bot-llm-text") this.#text += String(fields["text"] ?? "");
    else if (type === "bot-llm-stopped") this.#thinks = false;
    if (type === "bot-llm-stopped" || type === "llm-function-call-in-progress") this.#end();
    const ended = this.#calls.take(type, fields);
    if (!ended) return;
    this.#bodies.push({ tool_calls: [ended.call] });
    this.#owes = !ended.cancelled;
  }

  /** The words until now are a message. */
  #end(): void {
    const message = this.#text.trim();
    this.#text = "";
    if (message === "") return;
    this.#bodies.push({ message });
    this.#has_spoken = true;
  }
}
