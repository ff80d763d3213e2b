/** An agent with a WebSocket for each conversation: what a connection says is told by its protocol. */
import type { TestedAgent, Turn } from "./agent.ts";
import { endOf, type ProcessGroup } from "./process-group.ts";
import type { Processes } from "./processes.ts";
import { type LineOptions, openLine, type SocketLine } from "./socket-line.ts";
import { seconds, Trouble } from "./trouble.ts";

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
  { signal }: Turn,
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
  /** Begins a conversation. @throws Trouble */
  begin(line: SocketLine, turn: Turn, limit: Limit): Promise<Talk>;
}

interface Conversation {
  group?: ProcessGroup | undefined;
  line?: SocketLine;
  talk?: Talk;
  /** A caller may lose patience and speak again while the agent still works. */
  last: Promise<unknown>;
}

export function socketAgent(options: SocketAgentOptions): TestedAgent {
  const { url, headers, secret, ready_ms, processes, about, timeout_ms, begin } = options;
  const conversations = new Map<string, Conversation>();
  let isStopped = false;

  async function answer(turn: Turn, one: Conversation): Promise<string> {
    if (isStopped) throw new Trouble("the agent was stopped");
    try {
      one.group ??= options.group ?? (await processes?.begin());
      const limit = {
        until: performance.now() + timeout_ms,
        late: `the agent did not answer within ${seconds(timeout_ms)}`,
      };
      one.line ??= await openLine({
        url,
        headers: headers ?? {},
        secret,
        group: one.group,
        timeout_ms,
        signal: turn.signal,
      });
      // The conversation may have ended while the line was opened.
      if (conversations.get(turn.simulation_result_id) !== one) throw new Trouble("the conversation is over");
      one.talk ??= await begin(one.line, turn, limit);
      const bodies = await one.talk.answer(turn, limit);
      return bodies.map((body) => JSON.stringify(body)).join("\n");
    } catch (error) {
      if (conversations.get(turn.simulation_result_id) !== one) close(one);
      if (!(error instanceof Trouble) || turn.signal.aborted) throw error;
      const how = one.group && (await endOf(one.group));
      throw how ? new Trouble(`the agent ${how}, instead of answering`) : error;
    }
  }

  function over(id: string): void {
    const one = conversations.get(id);
    conversations.delete(id);
    one?.talk?.over();
    if (one) close(one);
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
      const one = conversations.get(turn.simulation_result_id) ?? { last: Promise.resolve() };
      conversations.set(turn.simulation_result_id, one);
      const answered = one.last.then(() => answer(turn, one));
      one.last = answered.catch(() => undefined);
      return answered;
    },
    over,
    ...(processes && { ready: () => processes.ready() }),
    tail: () => (options.group ?? processes)?.tail() ?? [],
    async stop() {
      isStopped = true;
      for (const id of [...conversations.keys()]) over(id);
      await (options.group ?? processes)?.stop();
    },
  };
}
