import type { Socket } from "node:net";

/** How long the other side may take to read the last answer and close. */
const LINGER_MS = 1000;

/**
 * Closes a connection without reading another request from it. What still arrives is discarded until the other side
 * closes too: closing a connection with unread bytes resets it, and the last answer is lost.
 *
 * @param answer the last answer, as it goes over the wire
 */
export function drain(socket: Socket, answer = ""): void {
  // Adding a listener takes the connection from Node's HTTP parser, which would otherwise keep reading it.
  socket.on("data", ignore).removeAllListeners("data").on("data", ignore).on("error", ignore);
  socket.resume();
  socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

const ignore = () => undefined;
