import type { Socket } from "node:net";

/** How long the other side may take to read what was said last, and to close. */
const LINGER_MS = 1000;

/**
 * Closes a connection without reading another request from it. What still arrives is thrown away until the other side
 * closes too: a connection that is closed over unread bytes is reset, and the last answer is lost with it.
 *
 * @param answer what is said last, as it goes over the wire
 */
export function letGo(socket: Socket, answer = ""): void {
  // A listener takes the connection from Node's HTTP parser, which reads it by itself until somebody else does.
  socket.on("data", ignore).removeAllListeners("data").on("data", ignore).on("error", ignore);
  socket.resume();
  socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

const ignore = () => undefined;
