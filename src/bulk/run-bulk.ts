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
  /**
   * So many items more than are on their way may be journaled before their turn comes and after their answer: nothing
   * then waits for the disk, and a crash leaves up to `concurrency` + `ahead` items unknown. By default none: an item
   * keeps its place from its first line to its last.
   */
  readonly ahead?: number;
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

/** An item whose turn comes. */
interface Turn<T> {
  readonly index: number;
  readonly item: T;
  readonly previous: ItemState | undefined;
  /** How often it was refused with 429, and the last refusal. */
  readonly refusals: number;
  readonly refusal?: Attempt;
}

/** A turn that is written into the journal: what became of that, once it is known. */
interface Announced<T> {
  readonly turn: Turn<T>;
  begun?: "written" | "not written";
}

class Run<T extends BulkItem> {
  readonly #options: BulkOptions<T>;
  readonly #pace: Pace;
  readonly #halt = new AbortController();
  readonly #results: BulkResult<T>[] = [];
  readonly #again: Turn<T>[] = [];
  /** Items from their first line in the journal to their last: those in doubt after a crash. */
  #open = 0;
  /** Of the open ones, those whose turn has not come, in their order; and how many are on their way. */
  readonly #announced: Announced<T>[] = [];
  #sending = 0;
  #bytes = 0;
  #upcoming: Turn<T> | undefined;
  #next = 0;
  #bad = 0;
  #unreached = 0;
  /** Whether anything has happened since the run last looked, and what wakes it while it waits for that. */
  #hasChanged = false;
  #wake: () => void = () => undefined;
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
    for (;;) {
      this.#hasChanged = false;
      await this.#announce();
      if (this.#isTurn(this.#announced[0])) {
        await this.#pace.wait(this.#halt.signal);
        this.#start(this.#announced.shift());
      } else if (!this.#hasChanged) {
        if (this.#open === 0) break;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
    if (this.#fault) throw this.#fault.error;
    const stopped: unknown = this.#halt.signal.reason;
    return {
      results: this.#results,
      summary: summarize(this.#results),
      ...(stopped instanceof Failure && { stopped }),
    };
  }

  #tell(): void {
    this.#hasChanged = true;
    this.#wake();
  }

  /** Journals the begin of as many items as there is room for. */
  async #announce(): Promise<void> {
    for (;;) {
      this.#upcoming ??= await this.#take();
      const turn = this.#upcoming;
      if (!turn) return;
      await this.#pace.wait(this.#halt.signal);
      if (!this.#stopped && !this.#hasRoom(turn.item)) return;
      this.#upcoming = undefined;
      if (this.#stopped) await this.#leave(turn);
      else this.#begin(turn);
    }
  }

  /** The next item to send; undefined where none is left for now. */
  async #take(): Promise<Turn<T> | undefined> {
    for (;;) {
      const again = this.#again.shift();
      if (again) return again;
      const item = this.#options.items[this.#next];
      if (!item) return undefined;
      const index = this.#next++;
      const previous = this.#options.journal?.(item)?.get(item);
      if (!previous || this.#isSentAgain(previous)) return { index, item, previous, refusals: 0 };
      await this.#settle({ ...asReported(previous), index, item });
    }
  }

  #isSentAgain({ outcome }: ItemState): boolean {
    return outcome === "failed" || this.#options.resend?.includes(outcome) === true;
  }

  #hasRoom({ bytes = 0 }: T): boolean {
    const { max_bytes = MAX_BYTES, ahead = 0 } = this.#options;
    if (this.#open === 0) return true;
    return this.#open < this.#pace.limit + ahead && this.#bytes + bytes <= max_bytes;
  }

  #isTurn(announced: Announced<T> | undefined): boolean {
    return announced?.begun !== undefined && (this.#stopped || this.#sending < this.#pace.limit);
  }

  #begin(turn: Turn<T>): void {
    const { item } = turn;
    const announced: Announced<T> = { turn };
    this.#open++;
    this.#bytes += item.bytes ?? 0;
    this.#announced.push(announced);
    void this.#written(this.#options.journal?.(item)?.begin(item)).then((written) => {
      announced.begun = written ? "written" : "not written";
      this.#tell();
    });
  }

  #start(announced: Announced<T> | undefined): void {
    if (!announced) return;
    void this.#work(announced)
      .catch((error: unknown) => this.#giveUp(error))
      .finally(() => {
        this.#open--;
        this.#bytes -= announced.turn.item.bytes ?? 0;
        this.#tell();
      });
  }

  #giveUp(error: unknown): void {
    this.#fault ??= { error };
    this.stop(new Failure("failed", "the run broke"));
  }

  async #work({ turn, begun }: Announced<T>): Promise<void> {
    const { index, item, previous } = turn;
    const journal = this.#options.journal?.(item);
    // Nothing is sent whose begin is not on disk.
    if (begun !== "written") return this.#leave(turn);
    if (this.#stopped) {
      await this.#written(journal?.end(item, { outcome: "failed", message: "stopped before it was sent" }));
      return this.#leave(turn);
    }
    this.#sending++;
    const attempt = await this.#send(item, previous);
    this.#sending--;
    const isSentAgain = this.#follow(turn, attempt);
    this.#tell();
    await this.#written(journal?.end(item, attempt));
    if (isSentAgain) this.#again.push({ ...turn, refusals: turn.refusals + 1, refusal: attempt });
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
      if (error instanceof Failure) this.stop(error);
      else this.#giveUp(error);
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
    try {
      await this.#options.onResult?.(result);
    } catch (error) {
      this.#giveUp(error);
    }
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
