import type { IncomingMessage, Server, ServerResponse } from "node:http";

export interface PaceLimits {
  /** Milliseconds for a whole request; as many again for each time that enough of it came meanwhile. */
  readonly request_ms: number;
  /** Bytes a second on average that are enough. */
  readonly request_pace: number;
  /** How often that is looked at, in milliseconds. */
  readonly check_ms: number;
}

interface Body {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Since when, and from which byte of the connection, it is measured. */
  since: number;
  from: number;
}

/**
 * Ends requests that come too slowly to be of use, with 408. Node's own limit for a whole request would end a large
 * recording over a slow line too.
 */
export function requirePace(server: Server, { request_ms, request_pace, check_ms }: PaceLimits): void {
  const bodies = new Set<Body>();
  server.on("request", (incoming, response) => {
    const { headers, socket } = incoming;
    if (!(Number(headers["content-length"]) > 0 || "transfer-encoding" in headers)) return;
    const body = { incoming, response, since: performance.now(), from: socket.bytesRead };
    bodies.add(body);
    incoming.once("close", () => bodies.delete(body));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const body of bodies) {
      if (now - body.since < request_ms) continue;
      const { bytesRead } = body.incoming.socket;
      const is_enough = (bytesRead - body.from) * 1000 >= (now - body.since) * request_pace;
      Object.assign(body, { since: now, from: bytesRead });
      if (!body.incoming.complete && !is_enough) refuse(body);
    }
  }, check_ms);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

function refuse({ incoming, response }: Body): void {
  const { socket } = incoming;
  if (!response.headersSent && socket.writable)
    socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  socket.destroy();
}
