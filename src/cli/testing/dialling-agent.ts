/** An agent that connects by itself: a process for each call, which ends with it. */
import { Failure } from "../../lib/failure.ts";
import { type Door, openDoor } from "../listen/dial-in.ts";
import type { CalledAgent } from "./agent.ts";
import { endOf, type GroupOptions, type ProcessGroup, startGroup } from "./process-group.ts";
import { seconds, stoppedOnFailure, Trouble } from "./trouble.ts";

/** The environment variable that tells it where to connect. */
const DIAL_URL = "PARLEY_DIAL_URL";

export interface DiallingAgentOptions extends Pick<GroupOptions, "command" | "cwd" | "env"> {
  readonly about: string;
  readonly ready_within_ms: number;
}

interface Dialled {
  readonly door: Door;
  readonly group: ProcessGroup;
}

export function diallingAgent({ about, ready_within_ms, env, ...start }: DiallingAgentOptions): CalledAgent {
  const calls = new Map<string, Dialled>();
  /** How the process of each call that is over had ended by then. */
  const ends = new Map<string, Promise<string | undefined>>();
  const stopping: Promise<unknown>[] = [];
  let last: ProcessGroup | undefined;
  let isStopped = false;

  async function begin(id: string): Promise<Dialled> {
    const door = await openDoor({ host: "127.0.0.1", port: 0, token: undefined });
    const group = startGroup({ ...start, env: { ...env, [DIAL_URL]: `${door.url}?token=${door.token}` } });
    const call = { door, group };
    calls.set(id, call);
    last = group;
    return call;
  }

  function end(id: string): void {
    const call = calls.get(id);
    calls.delete(id);
    if (!call) return;
    const { door, group } = call;
    const how = endOf(group);
    ends.set(id, how);
    stopping.push(
      door.close(),
      how.then(() => group.stop()),
    );
  }

  return {
    about,
    async urlFor(id, signal) {
      // A call that has not begun yet must not start another process.
      if (isStopped) throw new Trouble("the agent was stopped");
      const { door, group } = await begin(id);
      await stoppedOnFailure(group, arrivalOf(door, group, { within_ms: ready_within_ms, signal }));
      return door.inner_url;
    },
    ended: async (id) => ends.get(id),
    over: end,
    tail: () => last?.tail() ?? [],
    async stop() {
      isStopped = true;
      for (const id of calls.keys()) end(id);
      await Promise.all(stopping);
    },
  };
}

/** @throws Trouble if the process ends first, or does not connect in time */
async function arrivalOf(
  door: Door,
  group: ProcessGroup,
  { within_ms, signal }: { readonly within_ms: number; readonly signal: AbortSignal },
): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([
      door.arrival(AbortSignal.any([signal, over.signal]), within_ms),
      group.end.then((how) => {
        throw new Trouble(`the agent ${how} before it connected to ${DIAL_URL}`);
      }),
    ]);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Trouble(`the agent did not connect to ${DIAL_URL} within ${seconds(within_ms)}`);
  } finally {
    over.abort();
  }
}
