/** A bot of Pipecat, by text: RTVI 2.1 over the WebSocket of its evaluation transport. */
import { randomUUID } from "node:crypto";
import type { TestedAgent, Turn } from "./agent.ts";
import { fieldsOf } from "./chat-wire.ts";
import { type Limit, nextFrame, type SocketAgentOptions, socketAgent, type Talk } from "./socket-agent.ts";
import type { SocketLine } from "./socket-line.ts";
import { excerpt, Trouble } from "./trouble.ts";

/** No message ends a turn. The bot has said what it has to say if it stays quiet for so long. */
const QUIET_MS = 500;
/** After the result of a function call, the bot usually speaks again. */
const AFTER_CALL_MS = 10_000;
const LABEL = "rtvi-ai";

export function pipecatAgent({ url, ...options }: Omit<SocketAgentOptions, "begin">): TestedAgent {
  const at = new URL(url);
  if (!at.searchParams.has("skip_tts")) at.searchParams.set("skip_tts", "true");
  return socketAgent({ ...options, url: at.href, begin });
}

async function begin(line: SocketLine, turn: Turn, limit: Limit): Promise<Talk> {
  const send = (type: string, data: object) => line.send({ label: LABEL, type, id: randomUUID(), data });
  const bot = new Bot();
  send("client-ready", { version: "2.1.0", about: { library: "parley" } });
  const late =
    "the bot did not say that it is ready (bot-ready): does it run with its evaluation transport (-t eval)?";
  while (!bot.is_ready) bot.take(await nextFrame(line, turn, { ...limit, late }));
  send("client-message", {
    t: "eval-configure",
    d: { function_call_report_level: { "*": "full" }, vad_user_speaking: true },
  });
  return {
    async answer(said, until) {
      // A greeting is not interrupted.
      while (bot.is_busy) bot.take(await nextFrame(line, said, until));
      const { message } = JSON.parse(said.body);
      bot.listen();
      send("send-text", {
        content: String(message ?? ""),
        options: { run_immediately: true, audio_response: false },
      });
      return answered(line, bot, said, until);
    },
    over: () => send("client-message", { t: "eval-cancel", d: {} }),
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
  readonly tool_calls?: readonly object[];
}

/** What a bot says and does, frame by frame. */
class Bot {
  is_ready = false;
  #bodies: Body[] = [];
  #text = "";
  #thinks = false;
  /** A call has ended since the model began last. */
  #owes = false;
  #has_spoken = false;
  readonly #calls = new Map<string, Readonly<Record<string, unknown>>>();

  get is_busy(): boolean {
    return this.#thinks || this.#calls.size > 0;
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
  take({ label, type, data }: Readonly<Record<string, unknown>>): void {
    if (label !== LABEL) return;
    const fields = fieldsOf(data);
    const id = String(fields["tool_call_id"] ?? "");
    switch (type) {
      case "bot-ready":
        this.is_ready = true;
        return;
      case "bot-llm-started":
        this.#thinks = true;
        this.#owes = false;
        return;
      case "bot-llm-text":
        this.#text += String(fields["text"] ?? "");
        return;
      case "bot-llm-stopped":
        this.#thinks = false;
        this.#end();
        return;
      case "llm-function-call-in-progress":
        this.#end();
        this.#calls.set(id, fields);
        return;
      case "llm-function-call-stopped":
        this.#called(id, fields);
        return;
      case "error":
      case "error-response":
        throw new Trouble(
          `the bot reports an error: ${excerpt(String(fields["error"] ?? fields["message"] ?? "without words"))}`,
        );
    }
  }

  #called(id: string, ended: Readonly<Record<string, unknown>>): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    const name = String(call["function_name"] ?? ended["function_name"] ?? "");
    const { cancelled, result: output = null } = ended;
    this.#bodies.push({ tool_calls: [{ name, parameters: fieldsOf(call["arguments"]), output }] });
    this.#owes = cancelled !== true;
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
