/** Limits on trying keys. */
import { LRUCache } from "lru-cache";
import { authenticate, hashKey, KEY_AGE_MS, type KeyOwner } from "../auth.ts";
import type { Clock } from "../clock.ts";
import { Refused } from "../errors.ts";
import type { Store } from "../store/store.ts";
import { networkOf } from "./network-of.ts";

/** Unknown keys that one address (for IPv6, one network) may try per minute. */
export const ATTEMPTS_MAXIMUM = 300;
const WINDOW_MS = 60_000;
/** How many addresses, and keys with their address, are remembered. */
const REMEMBERED_MAXIMUM = 10_000;

/** The owner of a key, and the revision of the keys when it was looked up. */
interface Known {
  readonly owner: KeyOwner;
  readonly revision: number | undefined;
}

/** Returns the owner of a key that was sent from an address. */
export type FindOwner = (address: string, key: string | undefined) => Promise<KeyOwner>;

/** Failed attempts of an address with keys and signatures. */
export interface Attempts {
  /** @throws Refused (429) if there were too many */
  admit(address: string): void;
  failed(address: string): void;
}

export function limitAttempts({ now }: Clock): Attempts {
  const failures = new LRUCache<string, { count: number; readonly until: number }>({
    max: REMEMBERED_MAXIMUM,
  });
  return {
    admit(address) {
      const network = networkOf(address);
      const failure = failures.get(network);
      const moment = now().getTime();
      // If the clock was set back, an address must not be locked out for more than a minute.
      if (failure && failure.until - moment > WINDOW_MS) failures.delete(network);
      else if (failure && failure.count >= ATTEMPTS_MAXIMUM && failure.until > moment)
        throw new Refused(
          429,
          "too many requests with unknown API keys came from this address",
          {},
          { "retry-after": String(Math.ceil((failure.until - moment) / 1000)) },
        );
    },
    failed(address) {
      const network = networkOf(address);
      const failure = failures.get(network);
      const moment = now().getTime();
      if (failure && failure.until > moment) failure.count++;
      else failures.set(network, { count: 1, until: moment + WINDOW_MS });
    },
  };
}

/**
 * Keys created by `parley serve` cannot be guessed; those of a seed file may be as weak as a person makes them. An
 * address that has tried too many unknown keys gets 429, without a look-up, until the minute is over. A key that has
 * been used from there before keeps working. A key is not looked up again while the store says that no key has
 * changed.
 */
export function limitKeyAttempts(service: Store & Clock, attempts = limitAttempts(service)): FindOwner {
  const owners = new LRUCache<string, Known>({ max: REMEMBERED_MAXIMUM });
  return async (address, key) => {
    if (!key) return authenticate(service, key);
    const revision = await service.revisionOf(["api_key"], KEY_AGE_MS);
    const identity = `${address} ${hashKey(key)}`;
    const cached = owners.get(identity);
    if (cached && revision !== undefined && cached.revision === revision) return cached.owner;
    if (!cached) attempts.admit(address);
    try {
      const owner = await authenticate(service, key);
      owners.set(identity, { owner, revision });
      return owner;
    } catch (error) {
      if (error instanceof Refused) attempts.failed(address);
      throw error;
    }
  };
}
