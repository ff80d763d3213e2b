/** An agent with a protocol of its own that callers speak with. Parley translates what it and the call say. */
import { type DialIn, type DialInOptions, openDialIn } from "../../listen/dial-in.ts";
import type { AgentEvent, CalledAgent, ReportedCall } from "../agent.ts";
import type { ProcessGroup } from "../processes/group.ts";
import { Trouble } from "../trouble.ts";

/** A call of a tool, or what else has happened. */
type Told = ReportedCall | { readonly events: readonly AgentEvent[] };

/** Takes it to the conversation. Rejects if it could not be recorded. */
export type Report = (told: Told) => Promise<void>;
export type ReportCall = (call: ReportedCall) => Promise<void>;

/** One call of such an agent. */
export interface BridgedLine {
  /** Reaches the agent, and then the call at `url`. @throws Trouble */
  connect(url: string, signal: AbortSignal): Promise<void>;
  /** What went wrong with the agent, after "the agent". Undefined if nothing did. */
  fault(): Promise<string | undefined>;
  /** The last lines of its output. */
  tail(): string[];
  close(): Promise<void>;
}

export interface BridgedCallerOptions {
  readonly about: string;
  newLine(report: Report): BridgedLine;
  report(simulation_result_id: string, told: Told): Promise<void>;
  /** Its process, if one has all calls, and how long it took to become ready. */
  readonly group?: ProcessGroup | undefined;
  readonly ready_ms?: number | undefined;
  /** Where the service connects. By default, a free port of the loopback address. */
  readonly listen?: Pick<DialInOptions, "host" | "port"> | undefined;
}

interface Connected {
  readonly door: DialIn;
  readonly line: BridgedLine;
}

const LOCAL = { host: "127.0.0.1", port: 0 };

export function bridgedCaller({
  about,
  newLine,
  report,
  group,
  ready_ms,
  listen = LOCAL,
}: BridgedCallerOptions): CalledAgent {
  const calls = new Map<string, Connected>();
  /** What went wrong with the agent of each call. */
  const faults = new Map<string, Promise<string | undefined>>();
  const stopping: Promise<unknown>[] = [];
  let last: BridgedLine | undefined;
  let isStopped = false;

  function end(id: string): void {
    const call = calls.get(id);
    calls.delete(id);
    if (!call) return;
    const closed = call.line.close();
    faults.set(
      id,
      closed.then(() => call.line.fault()),
    );
    stopping.push(closed, call.door.close());
  }

  return {
    about,
    ...(ready_ms !== undefined && { ready_ms }),
    async urlFor(id, signal) {
      if (isStopped) throw new Trouble("the agent was stopped");
      const door = await openDialIn({ ...listen, token: undefined });
      const line = newLine(inOrder((told: Told) => report(id, told)));
      calls.set(id, { door, line });
      last = line;
      await line.connect(`${door.url}?token=${door.token}`, signal);
      return door.inner_url;
    },
    ended: async (id) => faults.get(id),
    over: end,
    tail: () => last?.tail() ?? [],
    async stop() {
      isStopped = true;
      for (const id of [...calls.keys()]) end(id);
      await Promise.all(stopping);
      await group?.stop();
    },
  };
}

/** One after the other, however long each takes: two requests at once may arrive in either order. */
export function inOrder<T>(tell: (told: T) => Promise<void>): (told: T) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  return (told) => {
    const now = last.then(() => tell(told));
    last = now.catch(() => undefined);
    return now;
  };
}

/** The body of E6 that says so. */
export const bodyOf = (told: Told): Readonly<Record<string, unknown>> =>
  "events" in told ? { message: "", end_turn: false, ...told } : { type: "tool_call", ...told };

/** Tells the conversation what the line does not have, with a request of its own. */
export const tellService =
  ({ url, api_key }: { readonly url: string; readonly api_key: string }): BridgedCallerOptions["report"] =>
  async (simulation_result_id, told) => {
    const { ok, status } = await fetch(`${url}/v1/send-http-text-message`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": api_key },
      body: JSON.stringify({ simulation_result_id, ...bodyOf(told) }),
    });
    if (!ok) throw new Error(`the service answered with status ${status}`);
  };
