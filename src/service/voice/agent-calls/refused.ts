/** Refusals in the form of Twilio's API. */
import { Refused } from "../../errors.ts";
import type { Context } from "../../http/environment.ts";

/** The code for a number that is right, but that nobody can answer. */
export const UNREACHABLE = 21_214;
export const NOT_FOUND = 20_404;

/** What is wrong with a request to create a call, under the code that Twilio has for it. */
export class CallRefused extends Refused {
  readonly code: number;

  constructor(code: number, message: string, status: 400 | 404 = 400) {
    super(status, message);
    this.code = code;
  }
}

/** Codes for what every resource refuses. */
const CODES: Readonly<Record<number, number>> = { 401: 20_003, 404: NOT_FOUND, 429: 20_429 };
const OTHER = 20_001;

/** The answer to a refused request. Anything else is thrown on. */
export function answerRefused(c: Context, error: unknown): Response {
  if (!(error instanceof Refused)) throw error;
  const { status, headers } = error;
  const code = error instanceof CallRefused ? error.code : (CODES[status] ?? OTHER);
  const message =
    status === 401
      ? `Authenticate: send an API key of the organization as the auth token (${error.message})`
      : error.message;
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return c.json({ code, message, more_info, status }, status, {
    ...headers,
    ...(status === 401 && { "www-authenticate": 'Basic realm="Twilio API"' }),
  });
}
