/** UUIDs, trace ids, base64 and the like; nothing that could upset a log, a header or a terminal. */
const SANE = /^[\w.:+/=-]{1,128}$/;

/** The id of a request in answers, logs and traces: `X-Request-Id` as the caller sent it, else a new one. */
export const requestId = (given: string | undefined, newId: () => string): string =>
  given !== undefined && SANE.test(given) ? given : newId();
