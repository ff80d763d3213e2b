type Status = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 421 | 429 | 503;

/** A request that the service refuses. The answer's body is `{ detail, ...extra }`. */
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

/**
 * The object does not exist, or belongs to another organization. Both get the same answer, so that nobody learns
 * anything about others.
 */
export const notFound = (what: string, id: string | number) => new Refused(404, `${what} ${id} not found`);

export const badRequest = (detail: string) => new Refused(400, detail);
export const conflict = (detail: string, extra?: Record<string, unknown>) => new Refused(409, detail, extra);

/** False for a refusal. A failure of the store is not a refusal: the client may try again. */
export function isRefusal(error: unknown): false {
  if (error instanceof Refused) return false;
  throw error;
}
