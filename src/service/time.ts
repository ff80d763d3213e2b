const OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** A date-time of the contract as ISO 8601 in UTC with milliseconds. Without an offset it is UTC already. */
export const toUtc = (date_time: string) =>
  new Date(OFFSET.test(date_time) ? date_time : `${date_time}Z`).toISOString();
