import { setMaxListeners } from "node:events";

/**
 * Does work that is stopped after so many milliseconds, or when `signal` aborts. The timer holds what it stops:
 * `AbortSignal.any` of an `AbortSignal.timeout` may be collected as garbage before it fires (Node 20), and then
 * whoever waits for a silent server waits for ever.
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
  // Not everything heeds a signal at once: undici does not while it connects.
  const over = new Promise<never>((_, reject) => {
    const end = () => reject(stopped.signal.reason);
    if (stopped.signal.aborted) end();
    stopped.signal.addEventListener("abort", end, { once: true });
  });
  const timer = setTimeout(late, timeout_ms);
  // As much work as runs at once waits for the same signal: Node would take more than ten listeners for a leak.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(stopped.signal), over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
