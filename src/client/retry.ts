import type { PreparedRequest } from "./prepare.ts";
import { HANDSHAKE_RESET, isCertificateFault } from "./tls-faults.ts";

/** Errors which mean that the request never left this machine, or that nothing was there to receive it. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  HANDSHAKE_RESET,
]);

export const wasNotSent = (code: string | undefined) =>
  code !== undefined && (NOT_SENT.has(code) || isCertificateFault(code));

/**
 * Whether a request that was answered with this status may be retried. A service sends a 429 before it does
 * anything.
 */
export function mayRepeatStatus(repeat: PreparedRequest["repeat"], status: number): boolean {
  if (status === 429) return true;
  return repeat !== "once" && (status === 502 || status === 503 || status === 504);
}

/**
 * Whether to retry after a broken connection. Never if the request may have been received, or if a retry is
 * pointless.
 */
export const mayRepeatError = (repeat: PreparedRequest["repeat"], code: string | undefined) =>
  !isCertificateFault(code) && (repeat !== "once" || wasNotSent(code));

const FIRST_MS = 250;
const LONGEST_MS = 20_000;
/** The client does not wait if the service asks for longer than this. */
export const RETRY_AFTER_MAXIMUM_MS = 120_000;

/**
 * How long to wait before attempt `attempt` + 1: exponential with full jitter, or as long as the service
 * asked for.
 * @param random from 0 to 1
 */
export function backoff(attempt: number, retry_after_ms: number | undefined, random: number): number {
  if (retry_after_ms !== undefined) return retry_after_ms + random * FIRST_MS;
  return random * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
}
