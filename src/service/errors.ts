type Status = 400 | 401 | 404 | 405 | 409 | 413 | 415 | 429;

/** A request that the service refuses. The body of the answer is `{ detail, ...extra }`. */
export class Refused extends Error {
  readonly status: Status;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: Status, detail: string, extra = {}, headers = {}) {
    super(detail);
    this.status = status;
    this.extra = extra;
    this.headers = headers;
  }
}

/** Absent, or another organization's: both are answered alike, so that nothing is learnt about others. */
export const notFound = (what: string, id: string | number) => new Refused(404, `${what} ${id} not found`);

/** The same for several; a long list is cut short. */
export function noneFound(what: string, ids: readonly (string | number)[]): Refused {
  const named = ids.slice(0, NAMED).join(", ");
  return notFound(what, ids.length > NAMED ? `${named} and ${ids.length - NAMED} more` : named);
}

/** Ids that one refusal names. */
const NAMED = 10;

export const badRequest = (detail: string) => new Refused(400, detail);
export const conflict = (detail: string, extra?: Record<string, unknown>) => new Refused(409, detail, extra);
