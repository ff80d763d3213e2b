/** Rates and times as people read them. Every figure in a terminal, a report and the console is written here. */

/**
 * A rate from 0 to 1: `66.7%`. It is rounded, but only a rate of 1 is shown as 100%, and only a rate of 0 as
 * 0%.
 */
export function percent(rate: number): string {
  const tenths = Math.round(rate * 1000);
  const shown = rate > 0 && rate < 1 ? Math.min(999, Math.max(1, tenths)) : tenths;
  return `${shown / 10}%`;
}

/** A time: `850 ms` below a second, then `6.0 s` or `3.04 s`. */
export function duration(ms: number): string {
  if (Math.abs(Math.round(ms)) < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(2).replace(/0$/, "")} s`;
}
