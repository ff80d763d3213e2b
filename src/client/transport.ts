import type { Readable } from "node:stream";

/** Far more than any answer of the contract: what is larger is not meant to be read. */
export const ANSWER_BYTES_MAXIMUM = 256 * 1024 * 1024;

export interface SingleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

export interface TransportRequest extends Omit<SingleRequest, "body"> {
  /** Text, or a function that makes a fresh stream for each attempt. */
  readonly body?: string | (() => Readable);
}

export interface TransportAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
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
  /** PEM of certificates trusted besides the system's. */
  readonly ca?: string;
}

const PROXY_VARIABLES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/**
 * The transport of a command. A single request goes over Node's own HTTP, which is loaded in a fraction of undici's
 * time. From where requests run side by side, a body is streamed or a proxy is in force, undici takes over: many
 * connections are what it is fastest at.
 */
export function createTransport(options: TransportOptions): Transport {
  const proxied = PROXY_VARIABLES.some((name) => options.env[name]);
  let single: Promise<Transport<SingleRequest>> | undefined;
  let pool: Promise<Transport> | undefined;
  let busy = false;

  return {
    async send({ body, ...request }) {
      if (proxied || busy || pool || typeof body === "function") {
        pool ??= import("./undici.ts").then(({ createUndiciTransport }) =>
          createUndiciTransport(options, proxied),
        );
        return (await pool).send({ ...request, ...(body !== undefined && { body }) });
      }
      busy = true;
      try {
        single ??= import("./http.ts").then(({ createHttpTransport }) => createHttpTransport(options));
        return await (await single).send({ ...request, ...(body !== undefined && { body }) });
      } finally {
        busy = false;
      }
    },
    async close() {
      await Promise.all([single, pool].map(async (made) => (await made)?.close()));
    },
  };
}
