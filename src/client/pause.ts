import { setTimeout as sleep } from "node:timers/promises";

/** Waits, and is rejected with the reason where `signal` aborts. A file of its own: most commands wait for nothing. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
