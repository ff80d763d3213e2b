/**
 * A signal that aborts `ms` milliseconds after another one, for the same reason. It does not keep the process alive.
 */
export function delaySignal(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  const onAbort = () => setTimeout(() => later.abort(signal.reason), ms).unref();
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return later.signal;
}
