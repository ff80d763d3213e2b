/**
 * Controls how fast a bulk run sends: one pace for all its requests, which slows down when the service asks
 * for fewer.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { backoff, RETRY_AFTER_MAXIMUM_MS } from "../../client/retry.ts";

export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Ends early when the signal aborts; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/**
 * Additive increase, multiplicative decrease (TCP's congestion avoidance). A refusal pauses every request and
 * halves how many may run at once. After as many successes as may run at once, one more may run.
 */
export class CongestionControl {
  readonly #most: number;
  readonly #clock: Clock;
  #limit: number;
  #good = 0;
  #refusals = 0;
  #paused_until = Number.NEGATIVE_INFINITY;

  constructor(concurrency: number, clock: Clock) {
    this.#most = concurrency;
    this.#limit = concurrency;
    this.#clock = clock;
  }

  /** How many requests may run now. */
  get limit(): number {
    return this.#limit;
  }

  succeeded(): void {
    this.#refusals = 0;
    this.#good++;
    if (this.#good < this.#limit) return;
    this.#good = 0;
    this.#limit = Math.min(this.#most, this.#limit + 1);
  }

  /** The service refused with 429 or 503. */
  refused(retry_after_ms: number | undefined): void {
    const now = this.#clock.now();
    // Requests that ran at the same time are refused together: they count as one refusal.
    if (now >= this.#paused_until) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#refusals++;
    }
    this.#good = 0;
    const wait = retry_after_ms === undefined ? undefined : Math.min(retry_after_ms, RETRY_AFTER_MAXIMUM_MS);
    this.#paused_until = Math.max(
      this.#paused_until,
      now + backoff(this.#refusals, wait, this.#clock.random()),
    );
  }

  get isPaused(): boolean {
    return this.#left() > 0;
  }

  /** Resolves when no pause is in force, or when the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    for (let left = this.#left(); left > 0 && !signal.aborted; left = this.#left())
      await this.#clock.sleep(left, signal);
  }

  #left(): number {
    return this.#paused_until - this.#clock.now();
  }
}
