/** What is reported about an answered request. It includes nothing of its body, its query, or its key. */
export interface AnsweredRequest {
  readonly request_id: string;
  readonly method: string;
  /** Template of the path, or `unmatched`. */
  readonly route: string;
  /** The path as requested, without the query. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** The organization whose key it was, if one was accepted. */
  readonly organization_id: string | undefined;
  /** How many fields and parameters the contract does not know; absent without any. */
  readonly unknown_fields?: number | undefined;
  /** Present if the request is traced. */
  readonly trace_id?: string;
}

/**
 * Called for every failure that is the service's own fault. `during` says what it was doing, like `POST /v1/evaluate`
 * or `job deliver_webhook`; if that was a request, it is passed too.
 */
export type ReportFailure = (error: unknown, during: string, request?: AnsweredRequest) => void;

/** Where a fault is reported that does not end the work in which it occurred. */
export interface Reports {
  readonly report?: ReportFailure | undefined;
}

export type OnRequest = (request: AnsweredRequest) => void;
