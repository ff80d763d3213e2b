/** Far larger than any answer of the contract. */
export const ANSWER_BYTES_MAXIMUM = 256 * 1024 * 1024;

export interface SingleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

/**
 * The parts of a body, created as they are sent. The buffer of a part may be reused for the next one, so use
 * each part before requesting another.
 */
export type Pieces = Iterable<Uint8Array>;

export interface TransportRequest extends Omit<SingleRequest, "body"> {
  /** Text, or a function that creates the pieces again for each attempt. */
  readonly body: string | (() => Pieces) | undefined;
}

export interface TransportAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The request that an answer belongs to. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** The key that was sent. It is removed from every text of the service that is shown. */
  readonly api_key?: string;
  /** An earlier attempt, whose answer was lost, may have taken effect. */
  readonly perhaps_done?: boolean;
}

export function header(answer: TransportAnswer, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Sends one request once. Errors carry the `code` of the system or of the library. */
export interface Transport<R = TransportRequest> {
  send(request: R): Promise<TransportAnswer>;
  /** Closes idle connections, so that the process can end. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** The maximum number of connections to one host. */
  readonly connections: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The maximum time to make a connection. */
  readonly timeout_ms: number;
  /** Whether parallel requests are about to come. */
  readonly many?: boolean;
  /** PEM of certificates to trust in addition to the system's. */
  readonly ca?: string;
}
