import type { Readable } from "node:stream";

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes, or a function that makes a fresh stream for each attempt. */
  readonly body?: string | (() => Readable);
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

export interface TransportAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

/** Sends one request once. Errors carry the `code` of the system or the library. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Ends idle connections, so that the process can. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Connections kept to a host at most. */
  readonly connections: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** PEM of certificates trusted besides the system's. */
  readonly ca?: string;
}
