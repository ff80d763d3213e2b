/**
 * An agent of LiveKit, by text, without its server: its console connects to Parley. A process has one conversation.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { TestedAgent, Turn } from "./agent.ts";
import { fieldsOf, parsed } from "./chat-wire.ts";
import { inTime } from "./in-time.ts";
import { inTextMode } from "./livekit-text-mode.ts";
import {
  ASSISTANT,
  Frames,
  type Item,
  LISTENING,
  playbackFinished,
  runInput,
  type SessionMessage,
} from "./livekit-wire.ts";
import { endOf, type GroupOptions, type ProcessGroup, startGroup } from "./process-group.ts";
import { Queue } from "./socket-line.ts";
import { excerpt, seconds, Trouble } from "./trouble.ts";

/** No message ends a greeting. The agent has none if it is quiet for so long while it listens. */
const QUIET_MS = 500;

export interface LivekitAgentOptions extends Pick<GroupOptions, "command" | "cwd" | "env"> {
  readonly about: string;
  readonly timeout_ms: number;
  /** How long the agent may take to connect. */
  readonly ready_within_ms: number;
}

export function livekitAgent(options: LivekitAgentOptions): TestedAgent {
  const sessions = new Map<string, Session>();
  const ending = new Set<Promise<void>>();
  let last: Session | undefined;
  let isStopped = false;

  function over(id: string): void {
    const session = sessions.get(id);
    sessions.delete(id);
    if (!session) return;
    const ended = session.close().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  return {
    about: options.about,
    async answer(turn) {
      if (turn.is_last) return "";
      if (isStopped) throw new Trouble("the agent was stopped");
      const session = sessions.get(turn.simulation_result_id) ?? new Session(options);
      sessions.set(turn.simulation_result_id, session);
      last = session;
      const bodies = await session.answer(turn);
      return bodies.map((body) => JSON.stringify(body)).join("\n");
    },
    over,
    tail: () => last?.tail() ?? [],
    async stop() {
      isStopped = true;
      for (const id of [...sessions.keys()]) over(id);
      await Promise.all(ending);
    },
  };
}

interface Body {
  readonly message?: string;
  readonly tool_calls?: readonly object[];
  readonly end_conversation?: true;
}

/** A process of the agent, and its conversation. */
class Session {
  readonly #options: LivekitAgentOptions;
  readonly #came = new Queue<SessionMessage>();
  #group: ProcessGroup | undefined;
  #server: Server | undefined;
  #socket: Socket | undefined;
  #begun: Promise<void> | undefined;
  #is_closed = false;
  #requests = 0;
  #is_listening = false;
  /** Items that came between answers, and ids of all that are told. */
  #items: Item[] = [];
  readonly #told = new Set<string>();
  #error: string | undefined;
  /** A caller may lose patience and speak again while the agent still works. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: LivekitAgentOptions) {
    this.#options = options;
  }

  tail = () => this.#group?.tail() ?? [];

  answer(turn: Turn): Promise<readonly Body[]> {
    const answered = this.#last.then(() => this.#answer(turn));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  /** @throws Trouble */
  async #answer(turn: Turn): Promise<readonly Body[]> {
    const { timeout_ms } = this.#options;
    if (this.#is_closed) throw new Trouble("the conversation is over");
    const { message, world_url } = JSON.parse(turn.body);
    this.#begun ??= this.#begin(turn, world_url);
    await this.#begun;
    const request_id = String(++this.#requests);
    this.#socket?.write(runInput(request_id, String(message ?? "")));
    const until = performance.now() + timeout_ms;
    for (;;) {
      const came = await this.#came.next(until - performance.now(), turn.signal);
      if (came === "late") throw new Trouble(`the agent did not answer within ${seconds(timeout_ms)}`);
      if (came === "closed") return this.#hungUp();
      this.#take(came);
      if (came.request_id !== request_id) continue;
      if (came.failed !== undefined) throw new Trouble(`the agent reports an error: ${excerpt(came.failed)}`);
      return this.#tell(came.items ?? []);
    }
  }

  /** @throws Trouble */
  async #begin(turn: Turn, world_url: unknown): Promise<void> {
    await this.#connect(turn.signal, typeof world_url === "string" ? { PARLEY_WORLD_URL: world_url } : {});
    await this.#greeted(turn);
  }

  /** Starts the agent, and waits until it connects. @throws Trouble */
  async #connect(signal: AbortSignal, told: Readonly<Record<string, string>>): Promise<void> {
    const { command, cwd, env, ready_within_ms: ms } = this.#options;
    const server = createServer({ noDelay: true });
    this.#server = server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const connected = once(server, "connection") as Promise<[Socket]>;
    const { port } = server.address() as AddressInfo;
    const words = ["console", "--connect-addr", `127.0.0.1:${port}`];
    const group = startGroup({
      command: typeof command === "string" ? `${command} ${words.join(" ")}` : [...command, ...words],
      cwd,
      env: inTextMode({ ...env, ...told }),
    });
    this.#group = group;
    if (this.#is_closed) return this.close();
    const late = `the agent's console did not connect within ${seconds(ms)}`;
    const [socket] = await inTime(connected, { ms, late, group, signal });
    server.close();
    this.#socket = socket;
    const frames = new Frames();
    socket.on("data", (piece) => {
      try {
        for (const message of frames.take(piece)) this.#came.put(message);
      } catch (error) {
        this.#came.put(new Trouble(`the agent's console sent something else: ${(error as Error).message}`));
        socket.destroy();
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => this.#came.put("closed"));
  }

  /** Waits until the agent listens, and has greeted if it does. @throws Trouble */
  async #greeted({ signal }: Turn): Promise<void> {
    const until = performance.now() + this.#options.ready_within_ms;
    for (;;) {
      const left = until - performance.now();
      const came = await this.#came.next(this.#is_listening ? Math.min(QUIET_MS, left) : left, signal);
      if (came === "late" && this.#is_listening) return;
      if (came === "late") throw new Trouble("the agent's session did not begin to listen");
      if (came === "closed") throw await this.#trouble("closed the connection before the first turn");
      this.#take(came);
    }
  }

  #take({ state, item, error, flush }: SessionMessage): void {
    if (state !== undefined) this.#is_listening = state === LISTENING;
    if (item) this.#items.push(item);
    if (error !== undefined) this.#error = error;
    if (flush) this.#socket?.write(playbackFinished());
  }

  /** What was said and done since the last answer, and `items`. */
  #tell(items: readonly Item[]): readonly Body[] {
    const answered = new Set(items.map(({ id }) => id));
    const others = this.#items.filter(({ id }) => !answered.has(id));
    this.#items = [];
    const fresh = [...others, ...items].filter(({ id }) => !this.#told.has(id));
    for (const { id } of fresh) this.#told.add(id);
    return bodiesOf(fresh);
  }

  /** The agent has ended the conversation, perhaps with a last word. @throws Trouble if it has not answered */
  async #hungUp(): Promise<readonly Body[]> {
    const bodies = this.#tell([]);
    if (bodies.length === 0) throw await this.#trouble("closed the connection without an answer");
    return [...bodies.slice(0, -1), { ...bodies.at(-1), end_conversation: true }];
  }

  async #trouble(otherwise: string): Promise<Trouble> {
    if (this.#error !== undefined) return new Trouble(`the agent reports an error: ${excerpt(this.#error)}`);
    const how = this.#group && (await endOf(this.#group));
    return new Trouble(`the agent ${how ? `${how}, instead of answering` : otherwise}`);
  }

  async close(): Promise<void> {
    this.#is_closed = true;
    this.#server?.close();
    this.#socket?.destroy();
    // Closing the connection does not end the process.
    await this.#group?.stop();
  }
}

/** Items as a webhook would have answered them. */
function bodiesOf(items: readonly Item[]): Body[] {
  const outputs = new Map(
    items.flatMap((item) => (item.kind === "function_call_output" ? [[item.call_id, item] as const] : [])),
  );
  return items.flatMap((item): Body[] => {
    if (item.kind === "message")
      return item.role === ASSISTANT && item.text.trim() !== "" ? [{ message: item.text.trim() }] : [];
    if (item.kind !== "function_call") return [];
    const { name, call_id } = item;
    const parameters = fieldsOf(parsed(item.arguments));
    return [{ tool_calls: [{ name, parameters, output: outputOf(outputs.get(call_id)) }] }];
  });
}

/** The result of a tool: text, mostly JSON. */
function outputOf(item: Item | undefined): unknown {
  if (!item) return null;
  if (item.is_error) return { error: item.output };
  try {
    return JSON.parse(item.output);
  } catch {
    return item.output;
  }
}
