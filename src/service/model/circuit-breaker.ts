import { setMaxListeners } from "node:events";
import { type CompletionRequest, type Model, ModelError } from "./model.ts";

/** Less than the minute after which the client of a request times out. */
const LONGEST_MS = 45_000;
/** After this many consecutive failures, the model is not asked any more. */
const FAILURES_MAXIMUM = 3;

/** An answer as JSON, or why there is none. */
export type Answered =
  | { readonly object: Readonly<Record<string, unknown>> | undefined; readonly text: string }
  | { readonly why: string };

export type Ask = (request: CompletionRequest) => Promise<Answered>;

/**
 * Asks a model many questions for one request of a client. It is not asked any more after 45 s, or after three
 * failures in a row. A failure of the model is an answer that says why; all other errors are thrown.
 */
export async function withCircuitBreaker<T>(model: Model, work: (ask: Ask) => Promise<T>): Promise<T> {
  const given_up = new AbortController();
  const { signal } = given_up;
  // Every request to the model adds a listener, and Node suspects a leak from eleven on.
  setMaxListeners(0, signal);
  let failures = 0;
  const late = `the model was not asked: ${LONGEST_MS / 1000} s were over`;
  const timer = setTimeout(() => given_up.abort(late), LONGEST_MS);
  const ask: Ask = async (request) => {
    if (signal.aborted) return { why: String(signal.reason) };
    try {
      const { object, text } = await model.complete({ ...request, signal });
      failures = 0;
      return { object, text };
    } catch (error) {
      if (error instanceof ModelError) failures++;
      else if (!signal.aborted) throw error;
      if (failures >= FAILURES_MAXIMUM)
        given_up.abort(`the model was not asked: it had failed ${FAILURES_MAXIMUM} times in a row`);
      return { why: error instanceof ModelError ? error.message : String(signal.reason) };
    }
  };
  try {
    return await work(ask);
  } finally {
    clearTimeout(timer);
  }
}
