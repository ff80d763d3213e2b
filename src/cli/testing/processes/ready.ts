/** When an agent that was just started can take turns. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds, Trouble } from "../trouble.ts";
import type { ProcessGroup } from "./group.ts";

const LOOK_MS = 15;
const CONNECT_MS = 1000;
const LEAVING_MS = 1000;

export interface Address {
  readonly host: string;
  readonly port: number;
}

export function addressOf(url: string): Address {
  const { hostname, port, protocol } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (/^(?:https|wss):$/.test(protocol) ? 443 : 80) : Number(port),
  };
}

/** Whether somebody listens there. */
const isOpen = ({ host, port }: Address): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const settle = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
    socket.once("timeout", () => settle(false));
  });

/** Whether nobody listens there. A process that has just been stopped may do so for a moment. */
export async function isFree(address: Address): Promise<boolean> {
  const until = performance.now() + LEAVING_MS;
  while (await isOpen(address)) {
    if (performance.now() >= until) return false;
    await sleep(LOOK_MS);
  }
  return true;
}

export interface Waiting {
  /** Text in its output that says that it is ready. Without it, its port has to be open. */
  readonly ready?: string | undefined;
  readonly address?: Address | undefined;
  readonly within_ms: number;
  readonly signal: AbortSignal;
}

/** @throws Trouble if it ends first, or does not become ready in time */
export async function untilReady(
  group: ProcessGroup,
  { ready, address, within_ms, signal }: Waiting,
): Promise<void> {
  const until = performance.now() + within_ms;
  let seen = "";
  let said = ready === undefined;
  if (ready !== undefined)
    group.onOutput((text) => {
      if (said) return;
      seen = (seen + text).slice(-(text.length + ready.length));
      said = seen.includes(ready);
    });
  for (;;) {
    if (said && (ready !== undefined || address === undefined || (await isOpen(address)))) {
      // The port may be another program's, and the agent may have failed because of that.
      if (group.ended() === undefined) return;
    }
    signal.throwIfAborted();
    if (group.ended() !== undefined) throw new Trouble(`the agent ${await group.end} before it was ready`);
    if (performance.now() >= until) {
      const sign =
        ready === undefined
          ? `nothing listens on port ${address?.port}, which the file names`
          : `it has not written ${JSON.stringify(ready)}`;
      throw new Trouble(`the agent was not ready after ${seconds(within_ms)}: ${sign}`);
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
}
