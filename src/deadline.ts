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
  const timer = setTimeout(late, timeout_ms);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await work(stopped.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
