import { createServer as createHttpServer, type Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { type PaceLimits, requirePace } from "./pace.ts";

/** What a connection may cost before anybody knows whose it is. */
export interface Limits extends PaceLimits {
  /** Milliseconds for all headers of a request, counted from the opening of the connection for the first. */
  readonly headers_ms: number;
  /** Bytes of the first line and all headers together. */
  readonly header_bytes: number;
  /** Connections that are open at once; the next ones are closed as they come. */
  readonly connections: number;
}

export const LIMITS: Limits = {
  headers_ms: 15_000,
  request_ms: 300_000,
  request_pace: 64 * 1024,
  check_ms: 2_000,
  header_bytes: 16 * 1024,
  connections: 4096,
};

/** An HTTP server for the routes, not listening yet. */
export function createServer(
  fetch: (request: Request) => Response | Promise<Response>,
  limits: Limits,
): Server {
  const server = createAdaptorServer({
    fetch,
    createServer: createHttpServer,
    serverOptions: {
      headersTimeout: limits.headers_ms,
      requestTimeout: 0,
      connectionsCheckingInterval: limits.check_ms,
      maxHeaderSize: limits.header_bytes,
      // The default, said here because the service counts on it: two readings of one request are refused.
      insecureHTTPParser: false,
    },
  }) as Server;
  requirePace(server, limits);
  server.maxConnections = limits.connections;
  return server;
}
