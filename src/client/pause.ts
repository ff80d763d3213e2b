import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits. Rejects with the reason if `signal` aborts. It has a file of its own because most commands never
 * wait.
 */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
