import { badRequest } from "./errors.ts";

const OFFSET = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * A date-time of the contract as ISO 8601 in UTC with milliseconds, so that it sorts as text. A time without an
 * offset is UTC already. 400 if the year in UTC does not fit four digits.
 */
export function toUtc(date_time: string): string {
  const utc = new Date(OFFSET.test(date_time) ? date_time : `${date_time}Z`).toISOString();
  if (!/^\d{4}-/.test(utc)) throw badRequest(`${date_time} is outside the years 0 to 9999 in UTC`);
  return utc;
}
