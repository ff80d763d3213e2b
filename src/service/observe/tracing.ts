import type { AnsweredRequest } from "../report.ts";

/** Spans of what a process does. A trace continues from the caller into jobs and on to the services that are called. */
export interface Tracing {
  request(arrived: ArrivedRequest): RequestSpan;
  /** Runs a job in a span of the trace that it was added in. */
  job<T>(kind: string, traceparent: string | null | undefined, run: () => Promise<T>): Promise<T>;
  /**
   * Runs a call of another service in a span.
   * @param call gets the headers that go with it
   * @param statusOf HTTP status of its outcome
   */
  call<T>(
    method: string,
    url: string,
    call: (headers: Readonly<Record<string, string>>) => Promise<T>,
    statusOf?: (outcome: T) => number,
  ): Promise<T>;
  /** The current span in W3C Trace Context format; null outside of any span. */
  traceparent(): string | null;
  /** The same function, bound to the current span. */
  bind<A extends unknown[], T>(work: (...args: A) => T): (...args: A) => T;
  /** Exports the remaining spans. */
  close(): Promise<void>;
}

export interface ArrivedRequest {
  readonly method: string;
  readonly request_id: string;
  /** The value that the caller sent. */
  readonly traceparent: string | undefined;
}

export interface RequestSpan {
  readonly trace_id: string;
  run<T>(work: () => Promise<T>): Promise<T>;
  end(answered: AnsweredRequest, failure: unknown): void;
}
