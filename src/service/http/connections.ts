import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { drain } from "./drain.ts";
import type { Pace } from "./pace.ts";

export interface EndLimits {
  /** Milliseconds for requests in progress to finish. */
  readonly finish_ms: number;
  /** The rate of their bodies is checked over this many milliseconds at a time. */
  readonly stall_ms: number;
}

/**
 * How long a connection between two requests is kept for the next one, which may be on its way. If that request
 * crossed the end of the connection, its sender could not tell whether it was carried out.
 */
const CROSSING_MS = 300;

/** The answer to a request whose body has not arrived in time. */
const STOPPING = "the service is stopping; the request was not carried out";

/**
 * Counts a server's connections, to close them when it stops.
 * @returns stops accepting, closes connections without a request in progress after a moment and the others once they
 * are answered; resolves when none is left
 */
export function trackConnections(server: Server, pace: Pace): (limits: EndLimits) => Promise<void> {
  /** Each connection with its unanswered requests. */
  const connections = new Map<Socket, Set<ServerResponse>>();
  let isEnding = false;

  server.on("connection", (socket) => {
    connections.set(socket, new Set());
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    const unanswered = connections.get(socket);
    unanswered?.add(response);
    response.once("close", () => {
      unanswered?.delete(response);
      if (isEnding && unanswered?.size === 0) drain(socket);
    });
  });

  return async ({ finish_ms, stall_ms }) => {
    // Reads everything that has arrived by now first. It counts as a request in progress.
    await turn();
    await turn();
    isEnding = true;
    // This is not the close of an HTTP server, which immediately cuts the connections between two requests.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    pace.hasten(stall_ms);
    const idle = setTimeout(() => {
      for (const [socket, unanswered] of connections) if (unanswered.size === 0) drain(socket);
    }, CROSSING_MS);
    const late = setTimeout(() => {
      pace.refuseUnfinished(STOPPING);
      for (const [socket, unanswered] of connections) if (unanswered.size > 0) drain(socket);
    }, finish_ms);
    await closed;
    clearTimeout(idle);
    clearTimeout(late);
  };
}
