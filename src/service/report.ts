/**
 * Told of every failure that is the service's own fault. `during` says what it was doing, like `POST /v1/evaluate`
 * or `job deliver_webhook`.
 */
export type ReportFailure = (error: unknown, during: string) => void;
