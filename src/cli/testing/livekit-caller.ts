/** An agent of LiveKit that callers speak with, without its server: a process for each call. */
import { type Door, type DoorOptions, openDoor } from "../listen/dial-in.ts";
import type { CalledAgent } from "./agent.ts";
import type { ConsoleOptions } from "./livekit-console.ts";
import type { ToolCall } from "./livekit-items.ts";
import { LivekitLine } from "./livekit-line.ts";
import { Trouble } from "./trouble.ts";

export interface LivekitCallerOptions extends ConsoleOptions {
  readonly about: string;
  /** Takes a call of a tool to the conversation. Rejects if it could not be recorded. */
  readonly report: (simulation_result_id: string, call: ToolCall) => Promise<void>;
  /** Where the service connects. By default, a free port of the loopback address. */
  readonly listen?: Pick<DoorOptions, "host" | "port"> | undefined;
}

interface Connected {
  readonly door: Door;
  readonly line: LivekitLine;
}

const LOCAL = { host: "127.0.0.1", port: 0 };

export function livekitCaller({
  about,
  report,
  listen = LOCAL,
  ...options
}: LivekitCallerOptions): CalledAgent {
  const calls = new Map<string, Connected>();
  /** What went wrong with the agent of each call. */
  const faults = new Map<string, Promise<string | undefined>>();
  const stopping: Promise<unknown>[] = [];
  let last: LivekitLine | undefined;
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
    async urlFor(id, signal) {
      if (isStopped) throw new Trouble("the agent was stopped");
      const door = await openDoor({ ...listen, token: undefined });
      const line = new LivekitLine(options, (call) => report(id, call));
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
    },
  };
}

/** Tells the conversation what the line does not have, with a request of its own. */
export const tellService =
  ({ url, api_key }: { readonly url: string; readonly api_key: string }): LivekitCallerOptions["report"] =>
  async (simulation_result_id, call) => {
    const { ok, status } = await fetch(`${url}/v1/send-http-text-message`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": api_key },
      body: JSON.stringify({ simulation_result_id, type: "tool_call", ...call }),
    });
    if (!ok) throw new Error(`the service answered with status ${status}`);
  };
