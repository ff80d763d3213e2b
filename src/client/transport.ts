/** Far more than any answer of the contract: what is larger is not meant to be read. */
export const ANSWER_BYTES_MAXIMUM = 256 * 1024 * 1024;

export interface SingleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

/** The parts of a body, made as they are sent. The bytes of one may be those of the next: each is used before that is asked for. */
export type Pieces = Iterable<Uint8Array>;

export interface TransportRequest extends Omit<SingleRequest, "body"> {
  /** Text, or a function that makes the pieces anew for each attempt. */
  readonly body: string | (() => Pieces) | undefined;
}

export interface TransportAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends one request once. Errors carry the `code` of the system or the library. */
export interface Transport<R = TransportRequest> {
  send(request: R): Promise<TransportAnswer>;
  /** Ends idle connections, so that the process can. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Connections kept to a host at most. */
  readonly connections: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long a connection may take to be made. */
  readonly timeout_ms: number;
  /** Whether requests are about to come side by side. */
  readonly many?: boolean;
  /** PEM of certificates trusted besides the system's. */
  readonly ca?: string;
}
