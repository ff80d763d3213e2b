/** UUIDs, trace ids, base64 and the like; nothing that a log, a header or a terminal would stumble over. */
const SANE = /^[\w.:+/=-]{1,128}$/;

/** What a request is called in answers, logs and traces: `X-Request-Id` as the caller sent it, else a new id. */
export const requestId = (given: string | undefined, newId: () => string): string =>
  given !== undefined && SANE.test(given) ? given : newId();
