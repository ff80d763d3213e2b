/** Sends many items at once. Thanks to a journal, repeating the run sends only the rest. */
import { Failure, usage } from "../../lib/failure.ts";
import { type Clock, CongestionControl, systemClock } from "./congestion-control.ts";
import { type EndOutcome, type ItemState, identityOf } from "./entries.ts";
import { ItemQueue, type ItemQueueOptions, type QueuedItem } from "./item-queue.ts";
import { type Attempt, attemptOf, type BulkItem, type BulkResult } from "./outcome.ts";
import { type Consequence, RetryPolicy } from "./retry-policy.ts";
import { type Summary, summarize } from "./summary.ts";

/** What was created for an item. */
export interface Sent {
  readonly id?: string | number;
  readonly message?: string;
}

export interface BulkOptions<T extends BulkItem> extends ItemQueueOptions<T> {
  readonly concurrency: number;
  /**
   * How many more items than are in flight may be journaled, before their turn and after their answer. With
   * this, nothing waits for the disk, and a crash leaves up to `concurrency` + `ahead` items unknown. By
   * default, an item keeps its place from its first journal line to its last.
   */
  readonly ahead?: number;
  /** Aborts when a person interrupts. `send` should obey it too. */
  readonly signal: AbortSignal;
  /**
   * Sends an item. It may wait and retry, as the client does for one request (`--retries`). If it then still
   * throws with 429 or 503, all other items slow down, and an item refused with 429 is sent again after the
   * pause.
   * @param previous the state in which an earlier run left the item: failed, or unknown under `resend`
   * @param idempotency_key the same for every attempt, if `newKey` is given
   */
  send(item: T, previous: ItemState | undefined, idempotency_key: string | undefined): Promise<Sent>;
  /** Called with the outcome of each item as it ends. */
  onResult?(result: BulkResult<T>): void | Promise<void>;
  /** Outcomes of earlier runs after which an item is sent again, besides a failure. None by default. */
  readonly resend?: readonly EndOutcome[];
  /** The service stores one object per key, so unknown items with a key are sent again. */
  readonly takes_keys?: boolean;
  /** No more items are started once this many have failed or are unknown. */
  readonly max_failures?: number | undefined;
  readonly clock?: Clock;
}

export interface BulkReport<T extends BulkItem> {
  /** In the order of the items. */
  readonly results: readonly BulkResult<T>[];
  readonly summary: Summary;
  /** Why the run stopped early. */
  readonly stopped?: Failure;
}

/** @throws Failure (usage) if two items are the same; the report has everything that happens to items */
export async function runBulk<T extends BulkItem>(options: BulkOptions<T>): Promise<BulkReport<T>> {
  refuseTwins(options.items);
  const run = new Run(options);
  const onAbort = () => run.stop(interruption(options.signal));
  if (options.signal.aborted) onAbort();
  options.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await run.finish();
  } finally {
    options.signal.removeEventListener("abort", onAbort);
  }
}

/** Lines of the journal that share an fsync, and the fsync's result once it is known. */
interface Writing {
  readonly durable: Promise<void> | undefined;
  outcome?: "written" | "not written";
}

/** Items that need no journal. */
const NO_JOURNAL: Writing = { durable: undefined, outcome: "written" };

/** An item whose begin is in the journal. */
interface Announced<T> {
  readonly queued: QueuedItem<T>;
  readonly writing: Writing;
}

/**
 * Takes each step as soon as something makes it possible. With thousands per second, waiting itself costs the
 * most.
 */
class Run<T extends BulkItem> {
  readonly #options: BulkOptions<T>;
  readonly #congestion: CongestionControl;
  readonly #policy: RetryPolicy;
  readonly #queue: ItemQueue<T>;
  readonly #halt = new AbortController();
  readonly #results: BulkResult<T>[] = [];
  /** Open items that wait for their turn, in order, and how many are being sent. */
  readonly #announced: Announced<T>[] = [];
  #sending = 0;
  /** The state of the last lines that were written. */
  #writing = NO_JOURNAL;
  #isPausing = false;
  /** Called when no item is open and none remains. */
  #end: () => void = () => undefined;
  /** An error in the caller's functions or in this program. */
  #fault: { readonly error: unknown } | undefined;

  constructor(options: BulkOptions<T>) {
    this.#options = options;
    this.#congestion = new CongestionControl(options.concurrency, options.clock ?? systemClock);
    this.#policy = new RetryPolicy(this.#congestion, options.max_failures);
    this.#queue = new ItemQueue(options);
  }

  /** Starts nothing more. Keeps the first reason. */
  stop(reason: Failure): void {
    this.#halt.abort(reason);
  }

  get #stopped(): boolean {
    return this.#halt.signal.aborted;
  }

  async finish(): Promise<BulkReport<T>> {
    await new Promise<void>((resolve) => {
      this.#end = resolve;
      this.#advance();
    });
    if (this.#fault) throw this.#fault.error;
    const stopped: unknown = this.#halt.signal.reason;
    return {
      results: this.#results,
      summary: summarize(this.#results),
      ...(stopped instanceof Failure && { stopped }),
    };
  }

  /**
   * Sends items whose begin is in the journal, and journals the next ones, as long as there is room for
   * either.
   */
  #advance(): void {
    while (!this.#isPausing) {
      const announced = this.#announced[0];
      if (announced?.writing.outcome && (this.#stopped || this.#sending < this.#congestion.limit)) {
        if (this.#pauses()) return;
        this.#announced.shift();
        void this.#work(announced);
        continue;
      }
      if (this.#queue.isOver) this.#end();
      const queued = this.#queue.next;
      const limit = this.#congestion.limit + (this.#options.ahead ?? 0);
      if (!queued || !this.#queue.hasRoom(queued, limit) || this.#pauses()) return;
      this.#begin(queued);
    }
  }

  /** Whether the run is pausing. It continues after the pause. */
  #pauses(): boolean {
    if (this.#stopped || !this.#congestion.isPaused) return false;
    this.#isPausing = true;
    void this.#congestion.wait(this.#halt.signal).then(() => {
      this.#isPausing = false;
      this.#advance();
    });
    return true;
  }

  #isSentAgain({ outcome, idempotency_key }: ItemState): boolean {
    const isSettled = outcome === "unknown" && idempotency_key !== undefined && this.#options.takes_keys;
    return outcome === "failed" || isSettled === true || this.#options.resend?.includes(outcome) === true;
  }

  /** Records in the journal that an item is about to be sent. An item that is not to be sent ends here. */
  #begin(queued: QueuedItem<T>): void {
    const { index, item, previous } = queued;
    this.#queue.open(queued);
    if (previous && !this.#isSentAgain(previous)) {
      void this.#close(queued, { ...asReported(previous), index, item });
      return;
    }
    if (this.#stopped) {
      void this.#leave(queued);
      return;
    }
    const durable = this.#options.journal?.(item)?.begin(item, queued.idempotency_key);
    this.#announced.push({ queued, writing: durable ? this.#writingOf(durable) : NO_JOURNAL });
  }

  /** One for all lines that share an fsync. */
  #writingOf(durable: Promise<void>): Writing {
    if (this.#writing.durable === durable) return this.#writing;
    const writing: Writing = { durable };
    const end = (outcome: Writing["outcome"]) => {
      writing.outcome = outcome;
      this.#advance();
    };
    durable.then(
      () => end("written"),
      (error: unknown) => {
        this.#unwritable(error);
        end("not written");
      },
    );
    this.#writing = writing;
    return writing;
  }

  async #work({ queued, writing }: Announced<T>): Promise<void> {
    const { index, item } = queued;
    // Nothing is sent before its begin is on disk.
    if (writing.outcome !== "written") return this.#leave(queued);
    const isLeft = this.#stopped;
    const attempt = isLeft ? NOT_SENT : await this.#send(queued);
    const { again, stop } = isLeft ? LEFT : this.#policy.follow(attempt, queued.refusals, this.#stopped);
    if (stop) this.stop(stop);
    this.#advance();
    try {
      await this.#options.journal?.(item)?.end(item, attempt);
    } catch (error) {
      this.#unwritable(error);
    }
    if (isLeft) return this.#leave(queued);
    if (!again) return this.#close(queued, { ...attempt, index, item });
    this.#queue.repeat(queued, attempt);
    this.#release(queued);
  }

  async #send({ item, previous, idempotency_key }: QueuedItem<T>): Promise<Attempt> {
    this.#sending++;
    try {
      const { id, message } = await this.#options.send(item, previous, idempotency_key);
      return { outcome: "done", id, message };
    } catch (error) {
      return attemptOf(error);
    } finally {
      this.#sending--;
    }
  }

  /** The journal cannot take an entry, so the run stops. */
  #unwritable(error: unknown): void {
    if (error instanceof Failure) this.stop(error);
    else this.#giveUp(error);
  }

  #giveUp(error: unknown): void {
    this.#fault ??= { error };
    this.stop(new Failure("failed", "the run failed"));
  }

  /** Ends an item that is not sent because the run has stopped. One that was refused before stays refused. */
  #leave(queued: QueuedItem<T>): Promise<void> {
    const { index, item, refusal } = queued;
    return this.#close(queued, { outcome: "not_sent", ...refusal, index, item });
  }

  async #close(queued: QueuedItem<T>, { index, item, outcome, id, message }: BulkResult<T>): Promise<void> {
    const result = { index, item, outcome, id, message };
    this.#results[index] = result;
    try {
      await this.#options.onResult?.(result);
    } catch (error) {
      this.#giveUp(error);
    }
    this.#release(queued);
  }

  #release(queued: QueuedItem<T>): void {
    this.#queue.close(queued);
    this.#advance();
  }
}

/** What the journal records for an item whose begin was written before the run stopped. */
const NOT_SENT: Attempt = { outcome: "failed", message: "stopped before it was sent" };
const LEFT: Consequence = { again: false };

/** The result for an item that an earlier run has sent, and that is done or stays unknown. */
function asReported({
  outcome,
  id,
  message,
  at,
}: ItemState): Pick<BulkResult<BulkItem>, "outcome" | "id" | "message"> {
  if (outcome === "done") return { outcome: "skipped", id, message };
  return { outcome, id, message: message ?? `started at ${at} by a run that did not finish` };
}

function refuseTwins(items: readonly BulkItem[]): void {
  const seen = new Map<string, BulkItem>();
  for (const item of items) {
    const twin = seen.get(identityOf(item));
    if (twin)
      throw usage(`"${item.key}" is listed twice`, {
        where: [twin, item].map(({ file, line }) => (file ? `${file}:${line ?? 1}` : "")).join(" and "),
        hint: "remove one of them; nothing was sent",
      });
    seen.set(identityOf(item), item);
  }
}

const interruption = ({ reason }: AbortSignal) =>
  reason instanceof Failure ? reason : new Failure("interrupted", "interrupted");
