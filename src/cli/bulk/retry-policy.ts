/** How an attempt affects the rest of a bulk run: pause, send again, continue or stop. */
import { RETRY_AFTER_MAXIMUM_MS } from "../../client/retry.ts";
import { counted } from "../../engine/words/counted.ts";
import { Failure } from "../../lib/failure.ts";
import type { CongestionControl } from "./congestion-control.ts";
import type { Attempt } from "./outcome.ts";

/** An item that was refused with 429 this many times has failed. */
const MAX_REFUSALS = 5;
/** If this many items in a row could not be sent at all, the next ones could not be sent either. */
const MAX_UNREACHED = 3;

export interface Consequence {
  /** Send the item again after the pause. */
  readonly again: boolean;
  /** The reason to start no more items. */
  readonly stop?: Failure | undefined;
}

export class RetryPolicy {
  readonly #congestion: CongestionControl;
  readonly #max_failures: number;
  #bad = 0;
  #unreached = 0;

  /** @param max_failures no more items are started once this many have failed or are unknown */
  constructor(congestion: CongestionControl, max_failures = Number.POSITIVE_INFINITY) {
    this.#congestion = congestion;
    this.#max_failures = max_failures;
  }

  /** @param refusals how often the item was already refused with 429 */
  follow({ outcome, failure }: Attempt, refusals: number, isStopped: boolean): Consequence {
    const isUnreached = outcome === "failed" && failure?.outcome === "network";
    this.#unreached = isUnreached ? this.#unreached + 1 : 0;
    if (outcome === "done") {
      this.#congestion.succeeded();
      return { again: false };
    }
    const { status, retry_after_ms = 0 } = failure?.options ?? {};
    if (status === 429 || status === 503) this.#congestion.refused(failure?.options.retry_after_ms);
    const isTooLong = status === 429 && retry_after_ms > RETRY_AFTER_MAXIMUM_MS;
    if (status === 429 && !isStopped && !isTooLong && refusals + 1 < MAX_REFUSALS) return { again: true };
    this.#bad++;
    if (isTooLong) return { again: false, stop: tooLong(retry_after_ms) };
    // If the service does not accept the key for one item, it does not accept it for the others.
    if (status === 401 || this.#unreached === MAX_UNREACHED) return { again: false, stop: failure };
    return { again: false, stop: this.#bad >= this.#max_failures ? tooMany(this.#bad) : undefined };
  }
}

const tooMany = (count: number) =>
  new Failure("partial", `stopped after ${counted(count, "failure")}`, {
    hint: "run the same command again to send what is missing",
  });

const tooLong = (retry_after_ms: number) =>
  new Failure("partial", `the service asked to wait ${Math.ceil(retry_after_ms / 1000)} s`, {
    status: 429,
    hint: "run the same command again after that: it sends what is missing",
  });
