import { setMaxListeners } from "node:events";

/**
 * Runs work that is stopped after the given milliseconds, or when `signal` aborts. The timer holds a reference to it:
 * `AbortSignal.any` of an `AbortSignal.timeout` may be garbage-collected before it fires (Node 20), and then
 * a caller waiting for a silent server waits forever.
 */
export async function withDeadline<T>(
  timeout_ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopped = new AbortController();
  const stop = () => stopped.abort(signal.reason);
  const late = () =>
    stopped.abort(new DOMException(`no answer within ${timeout_ms / 1000} s`, "TimeoutError"));
  if (signal.aborted) stop();
  // Not everything reacts to a signal at once: undici does not while it is connecting.
  const over = new Promise<never>((_, reject) => {
    const end = () => reject(stopped.signal.reason);
    if (stopped.signal.aborted) end();
    stopped.signal.addEventListener("abort", end, { once: true });
  });
  const timer = setTimeout(late, timeout_ms);
  // Everything running at once listens to the same signal: Node would report more than ten listeners as a leak.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(stopped.signal), over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
