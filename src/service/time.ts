import { badRequest } from "./errors.ts";

const OFFSET = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * A date-time of the contract as ISO 8601 in UTC with milliseconds, so that texts sort as times do. Without an
 * offset it is UTC already. 400 where UTC leaves the years that four digits hold.
 */
export function toUtc(date_time: string): string {
  const utc = new Date(OFFSET.test(date_time) ? date_time : `${date_time}Z`).toISOString();
  if (!/^\d{4}-/.test(utc)) throw badRequest(`${date_time} is outside the years 0 to 9999 in UTC`);
  return utc;
}
