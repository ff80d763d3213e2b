import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { drain } from "./drain.ts";

export interface PaceLimits {
  /** Milliseconds for a whole request; extended by the same time whenever enough of it has arrived. */
  readonly request_ms: number;
  /** The average rate, in bytes per second, that is sufficient. */
  readonly request_pace: number;
  /** How often the rate is checked, in milliseconds. */
  readonly check_ms: number;
}

interface Body {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** The time and the byte of the connection from which the rate is measured. */
  since: number;
  from: number;
}

/** Watches how fast the bodies of requests arrive. */
export interface Pace {
  /** Starts measuring again, over this many milliseconds at a time. */
  hasten(request_ms: number): void;
  /** Refuses every request whose body has not arrived yet. */
  refuseUnfinished(reason: string): void;
}

const TOO_SLOW = "the body arrived too slowly; the request was not carried out";

/**
 * Ends requests that arrive too slowly with 408. Node's own limit for a whole request would also end a large recording
 * over a slow line.
 */
export function requirePace(server: Server, { request_ms, request_pace, check_ms }: PaceLimits): Pace {
  const bodies = new Set<Body>();
  let window_ms = request_ms;
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
      if (now - body.since < window_ms) continue;
      const { bytesRead } = body.incoming.socket;
      const is_enough = (bytesRead - body.from) * 1000 >= (now - body.since) * request_pace;
      Object.assign(body, { since: now, from: bytesRead });
      // If data has arrived and waits to be read, its sender is not slow.
      if (!is_enough && body.incoming.readableLength === 0) refuse(body, TOO_SLOW);
    }
  }, check_ms);
  timer.unref();
  server.once("close", () => clearInterval(timer));

  return {
    hasten(request_ms) {
      window_ms = request_ms;
      for (const body of bodies)
        Object.assign(body, { since: performance.now(), from: body.incoming.socket.bytesRead });
    },
    refuseUnfinished(reason) {
      for (const body of bodies) refuse(body, reason);
    },
  };
}

/**
 * Taking over the connection means that the rest of the body never arrives, so a refused request is not carried out.
 */
function refuse({ incoming, response }: Body, detail: string): void {
  if (incoming.complete) return;
  if (response.headersSent) incoming.socket.destroy();
  else drain(incoming.socket, timeout(JSON.stringify({ detail })));
}

const timeout = (body: string) =>
  "HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json\r\n" +
  `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
