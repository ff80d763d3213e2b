const FIRST_MS = 1000;
const LONGEST_MS = 10_000;
/** If a server asks for a longer wait, the request fails instead. */
const RETRY_AFTER_MAXIMUM_MS = 60_000;
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** The part of a failure that decides whether the request is sent again. */
export interface Attempted {
  /** 0 for the first attempt. */
  readonly attempt: number;
  /** Undefined if the connection failed or timed out. */
  readonly status?: number;
  /** The server's answer. */
  readonly body?: string;
  readonly retry_after_ms?: number;
}

/**
 * Milliseconds to wait before the request is sent again, or undefined if a retry cannot help: the server refuses the
 * request itself, the account has no credit left, or it asks for a wait longer than a minute.
 * @param random from 0 to 1
 */
export function waitBefore(
  { attempt, status, body, retry_after_ms }: Attempted,
  random: number,
): number | undefined {
  if (status !== undefined && !PASSING.has(status)) return undefined;
  if (body?.includes("insufficient_quota")) return undefined;
  if (retry_after_ms === undefined) return random * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return retry_after_ms > RETRY_AFTER_MAXIMUM_MS ? undefined : retry_after_ms;
}
