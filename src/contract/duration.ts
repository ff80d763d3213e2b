export const DAY_MS = 86_400_000;

/** A time in a manifest: `10s`, `500ms`, `2m`. */
export const DURATION: RegExp = /^\d{1,9}(\.\d{1,9})?(ms|s|m)$/;

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** @param time as `DURATION` allows */
export function millisecondsOf(time: string): number {
  const [, amount, unit] = /^([\d.]+)(ms|s|m)$/.exec(time) ?? [];
  return Number(amount) * (MILLISECONDS[unit ?? ""] ?? Number.NaN);
}
