/** An agent with a WebSocket for each conversation: what a connection says is told by its protocol. */
import type { TestedAgent, Turn } from "../agent.ts";
import { endOf, type ProcessGroup } from "../processes/group.ts";
import type { Processes } from "../processes/processes.ts";
import { seconds, Trouble } from "../trouble.ts";
import { type LineOptions, openLine, type SocketLine } from "./line.ts";

/** A conversation over a line that is open. */
export interface Talk {
  /** The answer to a turn: bodies as a webhook has them. @throws Trouble */
  answer(turn: Turn, limit: Limit): Promise<readonly object[]>;
  /** The caller has hung up. */
  over(): void;
}

export interface Limit {
  /** Against `performance.now()`. */
  until: number;
  /** What to say if it takes longer. */
  readonly late: string;
}

/** The next frame of a turn. @throws Trouble if it is late, or if the line has ended */
export async function nextFrame(
  line: SocketLine,
  { signal }: Pick<Turn, "signal">,
  { until, late }: Limit,
): Promise<Readonly<Record<string, unknown>>> {
  const frame = await line.next(until - performance.now(), signal);
  if (frame === "late") throw new Trouble(late);
  if (frame === "closed") throw new Trouble("the agent closed the connection without an answer");
  return frame;
}

export interface SocketAgentOptions extends Pick<LineOptions, "url" | "headers" | "secret"> {
  readonly group?: ProcessGroup | undefined;
  readonly ready_ms?: number | undefined;
  /** Starts a process for each conversation, instead of `group`. */
  readonly processes?: Processes | undefined;
  readonly about: string;
  readonly timeout_ms: number;
  /** Opens the line of a conversation, by default to `url`. @throws Trouble */
  open?(options: LineOptions): Promise<SocketLine>;
  /** Begins a conversation. @throws Trouble */
  begin(line: SocketLine, turn: First, limit: Limit): Promise<Talk>;
  /** Conversations begin before their first turn, so a greeting is nobody's time to answer. */
  readonly begins_ahead?: boolean;
}

/** What is known of a conversation that begins. */
export type First = Pick<Turn, "given" | "signal">;

interface Conversation {
  group?: ProcessGroup | undefined;
  line?: SocketLine;
  talk?: Talk;
  /** Why it did not begin, which is told at the first turn. */
  failed?: unknown;
  /** A caller may lose patience and speak again while the agent still works. */
  last: Promise<unknown>;
}

export function socketAgent(options: SocketAgentOptions): TestedAgent {
  const { url, headers, secret, ready_ms, processes, about, timeout_ms, open = openLine, begin } = options;
  const conversations = new Map<string, Conversation>();
  /** Those that have no caller yet. */
  const fresh: Conversation[] = [];
  const stopping = new AbortController();
  let isStopped = false;

  const newLimit = (): Limit => ({
    until: performance.now() + timeout_ms,
    late: `the agent did not answer within ${seconds(timeout_ms)}`,
  });

  async function beginAhead(): Promise<void> {
    const conversation: Conversation = { last: Promise.resolve() };
    fresh.push(conversation);
    const first = { given: [], signal: stopping.signal };
    const begun = (async () => {
      conversation.group = options.group;
      conversation.line = await openFor(conversation, stopping.signal);
      conversation.talk = await begin(conversation.line, first, newLimit());
    })();
    conversation.last = begun.catch((error) => {
      conversation.failed = error;
    });
    await conversation.last;
  }

  const openFor = (conversation: Conversation, signal: AbortSignal) =>
    open({ url, headers: headers ?? {}, secret, group: conversation.group, timeout_ms, signal });

  async function answer(turn: Turn, conversation: Conversation): Promise<string> {
    if (isStopped) throw new Trouble("the agent was stopped");
    try {
      conversation.group ??= options.group ?? (await processes?.begin());
      if (conversation.failed) throw conversation.failed;
      const limit = newLimit();
      conversation.line ??= await openFor(conversation, turn.signal);
      // The conversation may have ended while the line was opened.
      if (conversations.get(turn.simulation_result_id) !== conversation)
        throw new Trouble("the conversation is over");
      conversation.talk ??= await begin(conversation.line, turn, limit);
      const bodies = await conversation.talk.answer(turn, limit);
      return bodies.map((body) => JSON.stringify(body)).join("\n");
    } catch (error) {
      if (conversations.get(turn.simulation_result_id) !== conversation) close(conversation);
      if (!(error instanceof Trouble) || turn.signal.aborted) throw error;
      const how = conversation.group && (await endOf(conversation.group));
      throw how ? new Trouble(`the agent ${how}, instead of answering`) : error;
    }
  }

  function over(id: string): void {
    const conversation = conversations.get(id);
    conversations.delete(id);
    conversation?.talk?.over();
    if (conversation) close(conversation);
  }

  function close({ line, group }: Conversation): void {
    line?.close();
    if (group) void processes?.end(group);
  }

  return {
    about,
    ...(ready_ms !== undefined && { ready_ms }),
    async answer(turn) {
      if (turn.is_last) return "";
      const conversation = conversations.get(turn.simulation_result_id) ??
        fresh.shift() ?? { last: Promise.resolve() };
      conversations.set(turn.simulation_result_id, conversation);
      const answered = conversation.last.then(() => answer(turn, conversation));
      conversation.last = answered.catch(() => undefined);
      return answered;
    },
    over,
    ...(processes && { ready: () => processes.ready() }),
    ...(options.begins_ahead && {
      async ready(wanted: number) {
        const missing = isStopped ? 0 : Math.max(0, wanted - fresh.length);
        await Promise.all(Array.from({ length: missing }, beginAhead));
      },
    }),
    tail: () => (options.group ?? processes)?.tail() ?? [],
    async stop() {
      isStopped = true;
      stopping.abort(new Trouble("the agent was stopped"));
      for (const id of [...conversations.keys()]) over(id);
      for (const conversation of fresh.splice(0)) close(conversation);
      await (options.group ?? processes)?.stop();
    },
  };
}
