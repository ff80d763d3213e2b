/** An agent of LiveKit that callers speak with, without its server: a process for each call. */
import { type Door, openDoor } from "../listen/dial-in.ts";
import type { CalledAgent } from "./agent.ts";
import type { ConsoleOptions } from "./livekit-console.ts";
import { LivekitLine } from "./livekit-line.ts";
import { Trouble } from "./trouble.ts";

export interface LivekitCallerOptions extends ConsoleOptions {
  readonly about: string;
  /** Where the agent's calls of tools are told, and with which key. */
  readonly service: { readonly url: string; readonly api_key: string };
}

interface Connected {
  readonly door: Door;
  readonly line: LivekitLine;
}

export function livekitCaller({ about, service, ...options }: LivekitCallerOptions): CalledAgent {
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
      const door = await openDoor({ host: "127.0.0.1", port: 0, token: undefined });
      const line = new LivekitLine(options, (call) => tell(service, id, call));
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

/** Tells the conversation what the line does not have. @throws Error */
async function tell(
  { url, api_key }: LivekitCallerOptions["service"],
  simulation_result_id: string,
  call: object,
): Promise<void> {
  const { ok, status } = await fetch(`${url}/v1/send-http-text-message`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": api_key },
    body: JSON.stringify({ simulation_result_id, type: "tool_call", ...call }),
  });
  if (!ok) throw new Error(`the service answered with status ${status}`);
}
