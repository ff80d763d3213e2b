import { createServer as createHttpServer, type Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { type EndLimits, trackConnections } from "./connections.ts";
import { type PaceLimits, requirePace } from "./pace.ts";

/** Limits on a connection before its owner is known. */
export interface Limits extends PaceLimits, EndLimits {
  /** Milliseconds for all headers of a request, counted from the opening of the connection for the first. */
  readonly headers_ms: number;
  /** Bytes of the first line and all headers together. */
  readonly header_bytes: number;
  /** Connections that may be open at once; further ones are closed as they arrive. */
  readonly connections: number;
}

export const LIMITS: Limits = {
  headers_ms: 15_000,
  request_ms: 300_000,
  request_pace: 64 * 1024,
  check_ms: 2_000,
  finish_ms: 10_000,
  stall_ms: 5_000,
  header_bytes: 16 * 1024,
  connections: 4096,
};

export interface HttpServer {
  /** Not listening yet. */
  readonly server: Server;
  /**
   * Stops accepting. Connections without a request in progress are closed at once; requests in progress may finish
   * within `finish_ms`, as long as their bodies keep arriving. Resolves when no connection is left.
   */
  end(finish_ms: number): Promise<void>;
}

/** An HTTP server for the routes. */
export function createServer(
  fetch: (request: Request) => Response | Promise<Response>,
  limits: Limits,
): HttpServer {
  const server = createAdaptorServer({
    fetch,
    createServer: createHttpServer,
    serverOptions: {
      headersTimeout: limits.headers_ms,
      requestTimeout: 0,
      connectionsCheckingInterval: limits.check_ms,
      maxHeaderSize: limits.header_bytes,
      // The default, stated here because the service depends on it: ambiguous requests are refused.
      insecureHTTPParser: false,
    },
  }) as Server;
  // Without a listener, Node would ask every sender for its body.
  server.on("checkContinue", (incoming, response) => server.emit("request", incoming, response));
  server.maxConnections = limits.connections;
  const endConnections = trackConnections(server, requirePace(server, limits));
  return { server, end: (finish_ms) => endConnections({ ...limits, finish_ms }) };
}
