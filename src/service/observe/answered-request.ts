/** What is told of a request once it is answered: nothing of its body, its query or its key. */
export interface AnsweredRequest {
  readonly request_id: string;
  readonly method: string;
  /** Template of the path, or `unmatched`. */
  readonly route: string;
  /** As it was asked for, without the query. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** Whose key it was, where one was accepted. */
  readonly organization_id: string | undefined;
  /** Where the request is traced. */
  readonly trace_id?: string;
}

export type OnRequest = (request: AnsweredRequest) => void;
