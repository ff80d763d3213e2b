/** Runs work as soon as a slot is free, in the order of the calls. A call whose signal aborts leaves the queue. */
export type Semaphore = <T>(work: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

export function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting = new Set<() => void>();

  function release(): void {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
    } else free++;
  }

  function acquire(signal: AbortSignal | undefined): Promise<void> {
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(enter);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      waiting.add(enter);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  return async (work, signal) => {
    signal?.throwIfAborted();
    await acquire(signal);
    try {
      // It may have aborted in the same turn of the event loop.
      signal?.throwIfAborted();
      return await work();
    } finally {
      release();
    }
  };
}
