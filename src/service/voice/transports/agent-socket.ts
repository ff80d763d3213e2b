/** The connection to an agent, and what ends it before anybody hangs up: the same in every dialect. */
import type { WebSocket } from "ws";
import { closeSocket, MESSAGE_MAXIMUM } from "./open-socket.ts";
import type { Closed, TransportListener } from "./transport.ts";

/** Events in a second that end the call if there are more. Audio does not count: it may be sent ahead. */
const EVENTS_A_SECOND = 500;
/** Messages of any kind in a second: three minutes of audio, sent ahead in pieces of 20 ms. Each costs time that other calls need. */
const MESSAGES_A_SECOND = 10_000;
/** Bytes that wait to be sent: half a minute of audio. The agent does not read then. */
const UNSENT_MAXIMUM = 1024 * 1024;

interface Heard {
  /** Not called once this side has ended the connection. */
  message(data: Buffer, isBinary: boolean): void;
  /** What it means that the agent has closed. */
  closedBy(code: number, reason: string): Closed;
}

export class AgentSocket {
  readonly #socket: WebSocket;
  /** Why this side has ended the connection. */
  #ended: Closed | undefined;
  readonly #events = new EachSecond();
  readonly #messages = new EachSecond();

  constructor(socket: WebSocket, listener: Pick<TransportListener, "closed">, heard: Heard) {
    this.#socket = socket;
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (!this.#ended && this.#takesMessage()) heard.message(data, isBinary);
    });
    socket.on("ping", () => !this.#ended && this.takesEvent());
    socket.on("pong", () => !this.#ended && this.takesEvent());
    socket.once("error", (error) => {
      const tooLarge = "code" in error && error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
      this.#ended ??= {
        end_reason: tooLarge ? "message_too_large" : "connection_lost",
        code: null,
        reason: tooLarge ? `the agent sent a message of more than ${MESSAGE_MAXIMUM} bytes` : error.message,
      };
    });
    socket.once("close", (code, reason) =>
      listener.closed(this.#ended ?? heard.closedBy(code, reason.toString())),
    );
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(data: string | Uint8Array): void {
    this.#socket.send(data);
  }

  /** Whether the agent reads what it is sent; otherwise the call is over. */
  isRead(): boolean {
    if (this.#socket.bufferedAmount <= UNSENT_MAXIMUM) return true;
    this.end("not_reading", "the agent does not read what it is sent", 1008);
    return false;
  }

  /** Whether the agent may send one more event; otherwise the call is over. */
  takesEvent(): boolean {
    if (this.#events.count() <= EVENTS_A_SECOND) return true;
    this.end("flooded", `the agent sent more than ${EVENTS_A_SECOND} events in a second`, 1008);
    return false;
  }

  #takesMessage(): boolean {
    if (this.#messages.count() <= MESSAGES_A_SECOND) return true;
    this.end("flooded", `the agent sent more than ${MESSAGES_A_SECOND} messages in a second`, 1008);
    return false;
  }

  end(end_reason: Closed["end_reason"], reason: string, code: number): void {
    this.#ended ??= { end_reason, code: null, reason };
    void closeSocket(this.#socket, code, reason.slice(0, 100));
  }

  hangUp(): Promise<void> {
    return closeSocket(this.#socket);
  }
}

/** Counts anew in each second. */
class EachSecond {
  #second = 0;
  #times = 0;

  count(): number {
    const now = Math.floor(performance.now() / 1000);
    this.#times = now === this.#second ? this.#times + 1 : 1;
    this.#second = now;
    return this.#times;
  }
}
