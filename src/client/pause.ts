import { setTimeout as sleep } from "node:timers/promises";

/** Waits; rejects with the reason if `signal` aborts. In a file of its own because most commands never wait. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
