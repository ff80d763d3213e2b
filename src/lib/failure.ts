/**
 * What can go wrong, and the exit code of each outcome. There is only this one table: scripts rely on it, and
 * `parley help exit-codes` and the README are checked against it.
 */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  authentication: 4,
  not_found: 5,
  conflict: 6,
  network: 7,
  partial: 8,
  gate: 9,
  interrupted: 130,
  terminated: 143,
} as const;

export type Outcome = keyof typeof EXIT_CODES;

/** What each exit code means, in the words of the help. */
export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  done: "done",
  failed: "any other error: the service failed even after retries, or sent an unexpected answer",
  usage: "usage: an invalid flag, argument, manifest or input file; nothing was sent",
  refused: "the service refused the request (400, 422)",
  authentication: "no API key, or the service does not accept it (401, 403)",
  not_found: "not found (404), or not offered by this service (404, 405)",
  conflict: "conflict (409), or --expect did not match",
  network:
    "network: unreachable, TLS error, or timed out after retries; or an agent could not take part in `parley test`",
  partial: "some items of a bulk run failed; the report says which",
  gate: "a gate or an expectation did not pass, `sim replay` or `world try` failed, or `--detailed-exitcode` found changes",
  interrupted: "interrupted by Ctrl-C; bulk work is journaled and can be resumed",
  terminated: "terminated by a signal; bulk work is journaled and can be resumed",
};

/** One fault in the input or in a refused request. */
export interface Detail {
  /** Where it is: a field's path, or file:line:column. Empty if the message says it. */
  readonly where: string;
  readonly message: string;
  /** The value that was sent. */
  readonly input?: unknown;
  /** How many further faults this one represents. They are not listed. */
  readonly more?: number;
  /** The surrounding lines of the file, for a person. */
  readonly frame?: string;
}

export interface FailureOptions {
  /** Where it happened, shown as a line below the message. */
  readonly where?: string;
  /** What to do next. */
  readonly hint?: string;
  readonly details?: readonly Detail[];
  /** HTTP status. */
  readonly status?: number;
  /** How long the service asks the client to wait (`Retry-After`). */
  readonly retry_after_ms?: number;
  readonly request?: { readonly method: string; readonly path: string };
  /** The request's id in the service's log (the answer's `X-Request-Id`). */
  readonly request_id?: string;
  /** Machine-readable name in JSON. By default, it is the outcome's name. */
  readonly code?: string;
  /** True when a request went out and its effect is unknown. */
  readonly unknown?: boolean;
  readonly cause?: unknown;
}

/** An error that a person can act on: what happened, where, and what to do next. It carries its exit code. */
export class Failure extends Error {
  readonly outcome: Outcome;
  readonly options: FailureOptions;

  constructor(outcome: Outcome, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.outcome = outcome;
    this.options = options;
  }

  get exitCode(): number {
    return EXIT_CODES[this.outcome];
  }
}

export const usage = (message: string, options?: FailureOptions) => new Failure("usage", message, options);
