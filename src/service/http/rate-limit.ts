/** How many requests one API key can make. */
import { LRUCache } from "lru-cache";
import { hashKey } from "../auth.ts";
import { Refused } from "../errors.ts";

export interface Rate {
  readonly requests: number;
  /** The period over which they are counted: fixed windows, one after another. */
  readonly window_ms: number;
}

/** Requests of the current window that one process may admit. */
interface Lease {
  readonly granted: number;
  /** Whether the window has more than this to give. */
  readonly more: boolean;
  readonly ends_in_ms: number;
}
export type TakeLease = (key_hash: string) => Promise<Lease>;

/**
 * Resolves when the key may make one more request.
 * @throws Refused (429) with the time until then
 */
export type Admit = (key: string) => Promise<void>;

/** How many keys are remembered. */
const REMEMBERED_MAXIMUM = 100_000;

/** What is left of a process's last lease. */
interface Held {
  left: number;
  more: boolean;
  until: number;
}

/** @param now milliseconds that never go back */
export function limitRate(rate: Rate, takeLease: TakeLease, now: () => number): Admit {
  const held = new LRUCache<string, Held>({ max: REMEMBERED_MAXIMUM });
  const taking = new Map<string, Promise<void>>();

  async function take(hash: string): Promise<void> {
    // Counted from before the query, so that a window never ends later here than in the database.
    const asked = now();
    const { granted, more, ends_in_ms } = await takeLease(hash);
    held.set(hash, { left: granted, more, until: asked + ends_in_ms });
  }

  return async (key) => {
    const hash = hashKey(key);
    for (;;) {
      const lease = held.get(hash);
      const left_ms = lease ? lease.until - now() : 0;
      if (lease && left_ms > 0) {
        if (lease.left > 0) {
          lease.left--;
          return;
        }
        if (!lease.more) throw tooMany(rate, left_ms);
      }
      // Requests that arrive meanwhile share the answer.
      const taken = taking.get(hash) ?? take(hash).finally(() => taking.delete(hash));
      taking.set(hash, taken);
      await taken;
    }
  };
}

/** If no other process answers requests, this one leases the whole window at once. */
export const wholeWindow =
  ({ requests, window_ms }: Rate): TakeLease =>
  async () => ({ granted: requests, more: false, ends_in_ms: window_ms });

function tooMany({ requests, window_ms }: Rate, left_ms: number): Refused {
  const seconds = Math.ceil(left_ms / 1000);
  return new Refused(
    429,
    `more than ${requests} requests in ${window_ms / 1000} s with this API key; try again in ${seconds} s`,
    {},
    { "retry-after": String(seconds) },
  );
}
