/**
 * An agent of LiveKit, by text, without its server: its console connects to Parley. A process has one conversation.
 */
import type { TestedAgent, Turn } from "../agent.ts";
import { Queue } from "../socket/line.ts";
import { excerpt, seconds, Trouble } from "../trouble.ts";
import { type ConsoleOptions, isOrderly, LivekitConsole } from "./console.ts";
import { type Body, bodiesOf } from "./items.ts";
import { inTextMode } from "./text-mode.ts";
import { type Item, LISTENING, playbackFinished, runInput, type SessionMessage } from "./wire.ts";

/** No message ends a greeting. The agent has none if it is quiet for so long while it listens. */
const QUIET_MS = 500;
/** A session that ends refuses requests, and closes its connection so soon. */
const CLOSING_MS = 1500;

export interface LivekitAgentOptions extends ConsoleOptions {
  readonly about: string;
  readonly timeout_ms: number;
}

export function livekitAgent(options: LivekitAgentOptions): TestedAgent {
  const sessions = new Map<string, Session>();
  const ending = new Set<Promise<void>>();
  /** Those that have no conversation yet. */
  const fresh: Session[] = [];
  let last: Session | undefined;
  let isStopped = false;

  function over(id: string): void {
    const session = sessions.get(id);
    sessions.delete(id);
    if (session) end(session);
  }

  function end(session: Session): void {
    const ended = session.close().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  return {
    about: options.about,
    // A process is told the address of its conversation's world, so it starts with its conversation.
    ...(options.env["PARLEY_WORLD_URL"] === undefined && {
      async ready(conversations: number) {
        while (fresh.length < conversations && !isStopped) fresh.push(new Session(options));
        await Promise.all(fresh.map((session) => session.begin({})));
      },
    }),
    async answer(turn) {
      if (turn.is_last) return "";
      if (isStopped) throw new Trouble("the agent was stopped");
      const session = sessions.get(turn.simulation_result_id) ?? fresh.shift() ?? new Session(options);
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
      for (const session of fresh.splice(0)) end(session);
      await Promise.all(ending);
    },
  };
}

/** A process of the agent, and its conversation. */
class Session {
  readonly #options: LivekitAgentOptions;
  readonly #came = new Queue<SessionMessage>();
  #console: LivekitConsole | undefined;
  #begun: Promise<void> | undefined;
  readonly #closing = new AbortController();
  #requests = 0;
  #is_listening = false;
  #has_answered = false;
  /** Items that came between answers, and ids of all that are told. */
  #items: Item[] = [];
  /** Calls of tools that no item has told yet: those without a result, by id, and what became of the others. */
  readonly #open = new Map<string, Item>();
  #called: Item[] = [];
  readonly #told = new Set<string>();
  /** A caller may lose patience and speak again while the agent still works. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: LivekitAgentOptions) {
    this.#options = options;
  }

  tail = () => this.#console?.tail() ?? [];

  answer(turn: Turn): Promise<readonly Body[]> {
    const answered = this.#last.then(() => this.#answer(turn));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  /** @throws Trouble */
  async #answer(turn: Turn): Promise<readonly Body[]> {
    const { timeout_ms } = this.#options;
    if (this.#closing.signal.aborted) throw new Trouble("the conversation is over");
    const { message, world_url } = JSON.parse(turn.body);
    await this.begin(typeof world_url === "string" ? { PARLEY_WORLD_URL: world_url } : {});
    const request_id = String(++this.#requests);
    this.#console?.write(runInput(request_id, String(message ?? "")));
    const until = performance.now() + timeout_ms;
    for (;;) {
      const came = await this.#came.next(until - performance.now(), turn.signal);
      if (came === "late") throw new Trouble(`the agent did not answer within ${seconds(timeout_ms)}`);
      if (came === "closed") return this.#hungUp();
      this.#take(came);
      if (came.request_id !== request_id) continue;
      if (came.failed !== undefined) return this.#refused(came.failed, turn.signal);
      this.#has_answered = true;
      return this.#tell(came.items ?? []);
    }
  }

  /** @throws Trouble unless the agent was hanging up when it was spoken to */
  async #refused(why: string, signal: AbortSignal): Promise<readonly Body[]> {
    const until = performance.now() + CLOSING_MS;
    for (;;) {
      const came = await this.#came.next(until - performance.now(), signal);
      if (came === "closed" && this.#has_answered) return this.#hungUp();
      if (came === "late" || came === "closed") {
        // LiveKit names only which model or service has failed.
        const named = [this.#console?.error, excerpt(why)].filter((one) => one !== undefined);
        throw new Trouble(`the agent reports an error: ${named.join(": ")}`);
      }
      this.#take(came);
    }
  }

  /** Starts the process, once. @throws Trouble if it does not begin to listen */
  begin(told: ConsoleOptions["env"]): Promise<void> {
    this.#begun ??= this.#begin(told);
    return this.#begun;
  }

  async #begin(told: ConsoleOptions["env"]): Promise<void> {
    const { env } = this.#options;
    this.#console = new LivekitConsole({ ...this.#options, env: inTextMode({ ...env, ...told }) }, (came) =>
      this.#came.put(came),
    );
    await this.#console.connect(this.#closing.signal);
    await this.#greeted();
  }

  /** Waits until the agent listens, and has greeted if it does. @throws Trouble */
  async #greeted(): Promise<void> {
    const { signal } = this.#closing;
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

  #take({ state, item, flush, started = [], tools = [] }: SessionMessage): void {
    for (const call of started) this.#open.set(call.call_id, call);
    for (const { call_id } of tools) this.#open.delete(call_id);
    this.#called.push(...tools);
    if (state !== undefined) this.#is_listening = state === LISTENING;
    if (item) this.#items.push(item);
    if (flush) this.#console?.write(playbackFinished());
  }

  /** What was said and done since the last answer, and `items`. */
  #tell(items: readonly Item[]): readonly Body[] {
    const answered = new Set(items.map(({ id }) => id));
    const others = this.#items.filter(({ id }) => !answered.has(id));
    this.#items = [];
    this.#called = [];
    this.#open.clear();
    const fresh = [...others, ...items].filter(({ id }) => !this.#told.has(id));
    for (const { id } of fresh) this.#told.add(id);
    return bodiesOf(fresh);
  }

  /** The agent has ended the conversation, perhaps with a last word. @throws Trouble if it failed, or has never answered */
  async #hungUp(): Promise<readonly Body[]> {
    const listed = new Set(this.#items.map(({ call_id }) => call_id));
    const untold = [...this.#called, ...this.#open.values()].filter(({ call_id }) => !listed.has(call_id));
    const bodies = [...bodiesOf(untold), ...this.#tell([])];
    if (bodies.length > 0) return [...bodies, { message: "", end_conversation: true }];
    const failed = this.#console?.error !== undefined || !isOrderly(await this.#console?.ended());
    if (failed || !this.#has_answered) throw await this.#trouble("closed the connection without an answer");
    return [{ message: "", end_conversation: true }];
  }

  async #trouble(otherwise: string): Promise<Trouble> {
    const error = this.#console?.error;
    if (error !== undefined) return new Trouble(`the agent reports an error: ${error}`);
    const how = await this.#console?.ended();
    return new Trouble(`the agent ${how ? `${how}, instead of answering` : otherwise}`);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Trouble("the conversation is over"));
    await this.#console?.close();
  }
}
