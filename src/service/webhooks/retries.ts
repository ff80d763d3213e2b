/** Milliseconds before each retry. */
export type Delays = readonly number[];

/** An event is retried over hours: 5 s, 30 s, 2 min, 10 min, 1 h, 3 h. */
export const EVENT_DELAYS: Delays = [5_000, 30_000, 120_000, 600_000, 3_600_000, 10_800_000];

/** A conversation cannot wait for hours. An agent that has not answered for some seconds is unreachable. */
export const MESSAGE_DELAYS: Delays = [250, 500, 1_000, 2_000, 4_000];

/** Delay after attempt number `attempt` (from 1). It is up to a fifth longer, so that retries spread out. */
export function delayAfter(attempt: number, delays: Delays, random: number): number | undefined {
  const delay = delays[attempt - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + random / 5));
}

/**
 * Whether the receiver refuses permanently: every 3xx and 4xx except "timeout", "too early", and "too many
 * requests".
 */
export const isFinal = (status: number): boolean =>
  status >= 300 && status < 500 && ![408, 425, 429].includes(status);
