import type { AnsweredRequest } from "./observe/answered-request.ts";

/**
 * Called for every failure that is the service's own fault. `during` says what it was doing, like `POST /v1/evaluate`
 * or `job deliver_webhook`; if that was a request, it is passed too.
 */
export type ReportFailure = (error: unknown, during: string, request?: AnsweredRequest) => void;
