/** An agent that gets through to its caller by itself: a process for each call, which ends with it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AwaitedCall, CalledAgent } from "../agent.ts";
import { endOf, type GroupOptions, type ProcessGroup, startGroup } from "../processes/group.ts";
import { seconds, stoppedOnFailure, Trouble } from "../trouble.ts";

/** How a process gets through to its caller. */
export interface Entrance {
  /** What the process is told. */
  readonly env: Readonly<Record<string, string>>;
  /** What it has to do, and has done then, for people. */
  readonly to_do: string;
  readonly done: string;
  /** Resolves with the place of its caller's call when it has done that. */
  arrival(signal: AbortSignal): Promise<string>;
  /** Why it has not, if that is known. */
  refusal?(): string | undefined;
  close?(): Promise<void>;
}

export interface DiallingAgentOptions extends Pick<GroupOptions, "command" | "cwd" | "env"> {
  readonly about: string;
  readonly ready_within_ms: number;
  /** @param awaited the call that the agent has to create, if that is how it gets through */
  open(awaited: AwaitedCall | undefined): Promise<Entrance>;
}

interface Dialled {
  readonly entrance: Entrance;
  readonly group: ProcessGroup;
}

export function diallingAgent({
  about,
  ready_within_ms,
  env,
  open,
  ...start
}: DiallingAgentOptions): CalledAgent {
  const calls = new Map<string, Dialled>();
  /** How the process of each call that is over had ended by then. */
  const ends = new Map<string, Promise<string | undefined>>();
  const stopping: Promise<unknown>[] = [];
  let last: ProcessGroup | undefined;
  let isStopped = false;

  async function begin(id: string, awaited: AwaitedCall | undefined): Promise<Dialled> {
    const entrance = await open(awaited);
    const group = startGroup({ ...start, env: { ...env, ...entrance.env } });
    const call = { entrance, group };
    calls.set(id, call);
    last = group;
    return call;
  }

  function end(id: string): void {
    const call = calls.get(id);
    calls.delete(id);
    if (!call) return;
    const { entrance, group } = call;
    const how = endOf(group);
    ends.set(id, how);
    stopping.push(
      entrance.close?.() ?? Promise.resolve(),
      how.then(() => group.stop()),
    );
  }

  return {
    about,
    async urlFor(id, signal, awaited) {
      // A call that has not begun yet must not start another process.
      if (isStopped) throw new Trouble("the agent was stopped");
      const { entrance, group } = await begin(id, awaited);
      return stoppedOnFailure(group, arrivalOf(entrance, group, { within_ms: ready_within_ms, signal }));
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

/** @throws Trouble if the process ends first, or does not get through in time */
async function arrivalOf(
  entrance: Entrance,
  group: ProcessGroup,
  { within_ms, signal }: { readonly within_ms: number; readonly signal: AbortSignal },
): Promise<string> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const failed = (what: string) => {
    const refusal = entrance.refusal?.();
    throw new Trouble(
      `the agent ${what}${refusal === undefined ? "" : `; its request was refused: ${refusal}`}`,
    );
  };
  try {
    return await Promise.race([
      entrance.arrival(either),
      group.end.then((how) => failed(`${how} before it ${entrance.done}`)),
      sleep(within_ms, undefined, { signal: either }).then(() =>
        failed(`did not ${entrance.to_do} within ${seconds(within_ms)}`),
      ),
    ]);
  } finally {
    over.abort();
  }
}
