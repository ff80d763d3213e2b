/** An agent that listens and is called: a WebSocket, or the webhook of a telephone company. */
import type { CalledAgent } from "../agent.ts";
import { endOf, type ProcessGroup } from "../processes/group.ts";
import { Trouble } from "../trouble.ts";

export interface CalledAgentOptions {
  readonly url: string;
  /** Its process, if Parley has started it. */
  readonly group?: ProcessGroup | undefined;
  readonly ready_ms?: number | undefined;
  readonly about: string;
}

export const calledAgent = ({ url, group, ready_ms, about }: CalledAgentOptions): CalledAgent => ({
  about,
  ...(ready_ms !== undefined && { ready_ms }),
  async urlFor() {
    const how = group?.ended();
    if (how !== undefined) throw new Trouble(`the agent ${how}`);
    return url;
  },
  ended: async () => group && endOf(group),
  over: () => undefined,
  tail: () => group?.tail() ?? [],
  stop: async () => group?.stop(),
});
