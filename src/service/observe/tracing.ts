import type { AnsweredRequest } from "./answered-request.ts";

/** Spans of what a process does. Traces go on from whoever calls, into jobs, and to whomever is called. */
export interface Tracing {
  request(arrived: ArrivedRequest): RequestSpan;
  /** Runs a job in a span of the trace in which it was promised. */
  job<T>(kind: string, traceparent: string | null | undefined, run: () => Promise<T>): Promise<T>;
  /**
   * Runs a call of another service in a span.
   * @param call gets the headers that go with it
   * @param statusOf HTTP status of what it came to
   */
  call<T>(
    method: string,
    url: string,
    call: (headers: Readonly<Record<string, string>>) => Promise<T>,
    statusOf?: (outcome: T) => number,
  ): Promise<T>;
  /** Where things stand, as W3C Trace Context writes it; null outside of any span. */
  traceparent(): string | null;
  /** The same function, which runs where things stand now. */
  bind<A extends unknown[], T>(work: (...args: A) => T): (...args: A) => T;
  /** Hands over what has not been handed over yet. */
  close(): Promise<void>;
}

export interface ArrivedRequest {
  readonly method: string;
  readonly request_id: string;
  /** As the caller sent it. */
  readonly traceparent: string | undefined;
}

export interface RequestSpan {
  readonly trace_id: string;
  run<T>(work: () => Promise<T>): Promise<T>;
  end(answered: AnsweredRequest, failure: unknown): void;
}
