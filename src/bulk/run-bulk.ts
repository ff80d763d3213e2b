/** Sends many items at once, journaled so that the same run again sends only what is missing. */
import { RETRY_AFTER_MAXIMUM_MS } from "../client/retry.ts";
import { Failure, usage } from "../failure.ts";
import { type EndOutcome, type ItemState, identityOf } from "./entries.ts";
import type { Journal } from "./journal.ts";
import { type Attempt, attemptOf, type BulkItem, type BulkResult } from "./outcome.ts";
import { type Clock, Pace, systemClock } from "./pace.ts";
import { type Summary, summarize } from "./summary.ts";

/** What an item made. */
export interface Sent {
  readonly id?: string | number;
  readonly message?: string;
}

export interface BulkOptions<T extends BulkItem> {
  readonly items: readonly T[];
  readonly concurrency: number;
  /** Aborts when a person interrupts; `send` is expected to listen to it too. */
  readonly signal: AbortSignal;
  /** Where an item is journaled; without one nothing is. */
  journal?(item: T): Journal | undefined;
  /**
   * Sends an item. It may wait and try again by itself, as the client does for one request (`--retries`); what it
   * throws after that with 429 or 503 slows all the others, and a refusal with 429 is sent again when the pause is over.
   * @param previous what an earlier run left of it: failed, or unknown under `resend`
   */
  send(item: T, previous: ItemState | undefined): Promise<Sent>;
  /** How each item ended, as they end. */
  onResult?(result: BulkResult<T>): void | Promise<void>;
  /** What earlier runs left that is sent again besides what failed. By default nothing. */
  readonly resend?: readonly EndOutcome[];
  /** Nothing more is started once so many have failed or are unknown. */
  readonly max_failures?: number | undefined;
  /** Of items in flight together; a larger item goes alone. */
  readonly max_bytes?: number;
  readonly clock?: Clock;
}

export interface BulkReport<T extends BulkItem> {
  /** In the order of the items. */
  readonly results: readonly BulkResult<T>[];
  readonly summary: Summary;
  /** Why the run ended before its end. */
  readonly stopped?: Failure;
}

const MAX_BYTES = 256 * 1024 * 1024;
/** How often an item is refused with 429 before it has failed. */
const MAX_REFUSALS = 5;
/** So many items in a row that could not even be sent: the next ones could not either. */
const MAX_UNREACHED = 3;

/** @throws Failure (usage) when two items are the same; whatever happens to items is in the report */
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

/** An item on its way. */
interface Turn<T> {
  readonly index: number;
  readonly item: T;
  readonly previous: ItemState | undefined;
  /** How often it was refused with 429, and the last refusal. */
  readonly refusals: number;
  readonly refusal?: Attempt;
}

class Run<T extends BulkItem> {
  readonly #options: BulkOptions<T>;
  readonly #pace: Pace;
  readonly #halt = new AbortController();
  readonly #results: BulkResult<T>[] = [];
  readonly #active = new Set<Promise<void>>();
  readonly #again: Turn<T>[] = [];
  #next = 0;
  #bytes = 0;
  #bad = 0;
  #unreached = 0;
  /** An error of the caller's own functions or of this program. */
  #fault: { readonly error: unknown } | undefined;

  constructor(options: BulkOptions<T>) {
    this.#options = options;
    this.#pace = new Pace(options.concurrency, options.clock ?? systemClock);
  }

  /** Starts nothing more. The first reason stands. */
  stop(reason: Failure): void {
    this.#halt.abort(reason);
  }

  get #stopped(): boolean {
    return this.#halt.signal.aborted;
  }

  async finish(): Promise<BulkReport<T>> {
    try {
      for (let turn = await this.#take(); turn; turn = await this.#take()) {
        if (await this.#hasRoom(turn.item)) this.#start(turn);
        else await this.#leave(turn);
      }
    } catch (error) {
      this.#giveUp(error);
    }
    await Promise.all(this.#active);
    if (this.#fault) throw this.#fault.error;
    const stopped: unknown = this.#halt.signal.reason;
    return {
      results: this.#results,
      summary: summarize(this.#results),
      ...(stopped instanceof Failure && { stopped }),
    };
  }

  /** The next item to send; undefined when all have ended. */
  async #take(): Promise<Turn<T> | undefined> {
    for (;;) {
      const again = this.#again.shift();
      if (again) return again;
      const index = this.#next++;
      const item = this.#options.items[index];
      if (item) {
        const previous = this.#options.journal?.(item)?.get(item);
        if (!previous || this.#isSentAgain(previous)) return { index, item, previous, refusals: 0 };
        await this.#settle({ ...asReported(previous), index, item });
      } else if (this.#active.size > 0) await Promise.race(this.#active);
      else return undefined;
    }
  }

  #isSentAgain({ outcome }: ItemState): boolean {
    return outcome === "failed" || this.#options.resend?.includes(outcome) === true;
  }

  /** Waits for a pause to end and for others to make room; false when the run has stopped. */
  async #hasRoom({ bytes = 0 }: T): Promise<boolean> {
    const { max_bytes = MAX_BYTES } = this.#options;
    for (;;) {
      await this.#pace.wait(this.#halt.signal);
      if (this.#stopped) return false;
      const heavy = this.#active.size > 0 && this.#bytes + bytes > max_bytes;
      if (!heavy && this.#active.size < this.#pace.limit) return true;
      await Promise.race(this.#active);
    }
  }

  #start(turn: Turn<T>): void {
    const { bytes = 0 } = turn.item;
    this.#bytes += bytes;
    const work = this.#work(turn)
      .catch((error: unknown) => this.#giveUp(error))
      .finally(() => {
        this.#bytes -= bytes;
        this.#active.delete(work);
      });
    this.#active.add(work);
  }

  #giveUp(error: unknown): void {
    this.#fault ??= { error };
    this.stop(new Failure("failed", "the run broke"));
  }

  async #work(turn: Turn<T>): Promise<void> {
    const { index, item, previous } = turn;
    const journal = this.#options.journal?.(item);
    // Nothing is sent whose begin is not on disk.
    if (!(await this.#written(journal?.begin(item)))) return this.#leave(turn);
    if (this.#stopped) {
      await this.#written(journal?.end(item, { outcome: "failed", message: "stopped before it was sent" }));
      return this.#leave(turn);
    }
    const attempt = await this.#send(item, previous);
    await this.#written(journal?.end(item, attempt));
    if (this.#follow(turn, attempt))
      this.#again.push({ ...turn, refusals: turn.refusals + 1, refusal: attempt });
    else await this.#settle({ ...attempt, index, item });
  }

  #send(item: T, previous: ItemState | undefined): Promise<Attempt> {
    return this.#options.send(item, previous).then(
      ({ id, message }) => ({ outcome: "done", id, message }),
      (error: unknown) => attemptOf(error),
    );
  }

  /** Draws the consequences of an attempt for the run; true when the item is sent again. */
  #follow({ refusals }: Turn<T>, { outcome, failure }: Attempt): boolean {
    const unreached = outcome === "failed" && failure?.outcome === "network";
    this.#unreached = unreached ? this.#unreached + 1 : 0;
    if (failure && this.#unreached === MAX_UNREACHED) this.stop(failure);
    if (outcome === "done") {
      this.#pace.succeeded();
      return false;
    }
    const { status, retry_after_ms } = failure?.options ?? {};
    if (status === 429 || status === 503) this.#pace.refused(retry_after_ms);
    if (status === 429 && !this.#stopped) {
      if ((retry_after_ms ?? 0) > RETRY_AFTER_MAXIMUM_MS) this.stop(tooLong(retry_after_ms));
      else if (refusals + 1 < MAX_REFUSALS) return true;
    }
    // A key that the service does not accept is not accepted for the others either.
    if (failure && status === 401) this.stop(failure);
    this.#bad++;
    if (this.#bad >= (this.#options.max_failures ?? Number.POSITIVE_INFINITY)) this.stop(tooMany(this.#bad));
    return false;
  }

  /** Whether the journal has taken an entry; where it cannot, the run stops. */
  async #written(entry: Promise<void> | undefined): Promise<boolean> {
    try {
      await entry;
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.stop(error);
      return false;
    }
  }

  /** Ends an item that is not sent because the run has stopped; one that was refused before stays refused. */
  #leave({ index, item, refusal }: Turn<T>): Promise<void> {
    return this.#settle({ outcome: "not_sent", ...refusal, index, item });
  }

  async #settle({ index, item, outcome, id, message }: BulkResult<T>): Promise<void> {
    const result = { index, item, outcome, id, message };
    this.#results[index] = result;
    await this.#options.onResult?.(result);
  }
}

/** An item that an earlier run has sent: done, or unknown and left so. */
function asReported({
  outcome,
  id,
  message,
  at,
}: ItemState): Pick<BulkResult<BulkItem>, "outcome" | "id" | "message"> {
  if (outcome === "done") return { outcome: "skipped", id, message };
  return { outcome, id, message: message ?? `begun at ${at} by a run that did not end` };
}

function refuseTwins(items: readonly BulkItem[]): void {
  const seen = new Map<string, BulkItem>();
  for (const item of items) {
    const twin = seen.get(identityOf(item));
    if (twin)
      throw usage(`"${item.key}" is there twice`, {
        where: [twin, item].map(({ file, line }) => (file ? `${file}:${line ?? 1}` : "")).join(" and "),
        hint: "take one out; nothing was sent",
      });
    seen.set(identityOf(item), item);
  }
}

const interruption = ({ reason }: AbortSignal) =>
  reason instanceof Failure ? reason : new Failure("interrupted", "interrupted");

const tooMany = (count: number) =>
  new Failure("partial", `stopped after ${count} ${count === 1 ? "item" : "items"} that failed`, {
    hint: "run the same command again to send what is missing",
  });

const tooLong = (retry_after_ms = 0) =>
  new Failure("partial", `the service asks to wait ${Math.ceil(retry_after_ms / 1000)} s`, {
    status: 429,
    hint: "run the same command again then: it sends what is missing",
  });
