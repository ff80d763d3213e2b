/** Something that can be stopped from outside. */
interface Stoppable {
  stop(reason: Error): void;
}

/**
 * Everything that runs until its time is up or a signal aborts. There is one timer and one listener for all,
 * because with hundreds at once, separate ones would be most of the work.
 */
export class InFlight<T extends Stoppable> {
  /**
   * Each with the time, by `performance.now()`, at which it times out, and the error with which it then ends.
   */
  readonly #deadlines = new Map<T, { readonly at: number; readonly timeout_ms: number }>();
  #timer: NodeJS.Timeout | undefined;
  #wakes_at = Number.POSITIVE_INFINITY;

  constructor(signal: AbortSignal) {
    const stopAll = () => {
      for (const stoppable of this.#deadlines.keys()) stoppable.stop(signal.reason);
    };
    signal.addEventListener("abort", stopAll, { once: true });
  }

  add(stoppable: T, timeout_ms: number): void {
    const at = performance.now() + timeout_ms;
    this.#deadlines.set(stoppable, { at, timeout_ms });
    this.#wakeAt(at);
  }

  delete(stoppable: T): void {
    this.#deadlines.delete(stoppable);
    if (this.#deadlines.size === 0) this.#sleep();
  }

  #wakeAt(at: number): void {
    if (at >= this.#wakes_at) return;
    clearTimeout(this.#timer);
    this.#wakes_at = at;
    this.#timer = setTimeout(() => this.#stopLate(), at - performance.now());
  }

  #sleep(): void {
    clearTimeout(this.#timer);
    this.#wakes_at = Number.POSITIVE_INFINITY;
  }

  #stopLate(): void {
    this.#sleep();
    const now = performance.now();
    for (const [stoppable, { at, timeout_ms }] of this.#deadlines)
      if (at <= now) stoppable.stop(late(timeout_ms));
      else this.#wakeAt(at);
  }
}

const late = (timeout_ms: number) =>
  new DOMException(`no answer within ${timeout_ms / 1000} s`, "TimeoutError");
