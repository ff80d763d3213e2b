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

export type OnRequest = (request: AnsweredRequest) => void;
