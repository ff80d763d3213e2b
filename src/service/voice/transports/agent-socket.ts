/** The connection to an agent, and what ends it before either side hangs up. The same in every dialect. */
import type { WebSocket } from "ws";
import { Allowance, type Dropped } from "./allowance.ts";
import { closeSocket, MESSAGE_MAXIMUM } from "./open-socket.ts";
import type { Closed, TransportListener } from "./transport.ts";

/** More events than this in a second end the call. Audio does not count, because it may be sent ahead. */
const EVENTS_A_SECOND = 500;
/** More messages of any kind in a second end the call, because even dropping them takes time from other calls. */
const MESSAGES_A_SECOND = 10_000;
/** How long nothing is read after a message that came too fast. */
const REST_MS = 100;
/** How many pings in a second are answered. The rest are dropped, because the last answer is as good as all. */
const PINGS_A_SECOND = 20;
/**
 * How many bytes may wait to be sent: half a minute of audio. If there are more, the agent is not reading.
 */
const UNSENT_MAXIMUM = 1024 * 1024;

interface Heard {
  /** Not called after this side has ended the connection. */
  message(data: Buffer, isBinary: boolean): void;
  /** Interprets the agent's closing of the connection. */
  closedBy(code: number, reason: string): Closed;
}

export class AgentSocket {
  readonly #socket: WebSocket;
  /** Why this side ended the connection. */
  #ended: Closed | undefined;
  readonly #events = new EachSecond();
  readonly #messages = new EachSecond();
  readonly #pings = new EachSecond();
  readonly #allowance = new Allowance(performance.now());

  constructor(socket: WebSocket, listener: Pick<TransportListener, "closed">, heard: Heard) {
    this.#socket = socket;
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (!this.#ended && this.#takesMessage(data.length)) heard.message(data, isBinary);
    });
    socket.on("ping", (data: Buffer) => {
      if (this.#ended || this.#pings.count() > PINGS_A_SECOND || !this.isOpen) return;
      if (socket.bufferedAmount <= UNSENT_MAXIMUM) socket.pong(data);
    });
    socket.once("error", (error) => {
      this.#ended ??= { ...faultOf(error), code: null };
    });
    socket.once("close", (code, reason) =>
      listener.closed(this.#ended ?? heard.closedBy(code, reason.toString())),
    );
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** What came in too fast. */
  get dropped(): Dropped {
    return this.#allowance.dropped;
  }

  send(data: string | Uint8Array): void {
    this.#socket.send(data);
  }

  /** Whether the agent reads what it receives. If not, ends the call. */
  isRead(): boolean {
    if (this.#socket.bufferedAmount <= UNSENT_MAXIMUM) return true;
    this.end("not_reading", "the agent does not read what it is sent", 1008);
    return false;
  }

  /** Whether the agent may send one more event. If not, ends the call. */
  takesEvent(): boolean {
    if (this.#events.count() <= EVENTS_A_SECOND) return true;
    this.end("flooded", `the agent sent more than ${EVENTS_A_SECOND} events in a second`, 1008);
    return false;
  }

  #takesMessage(bytes: number): boolean {
    if (this.#messages.count() <= MESSAGES_A_SECOND) {
      const takes = this.#allowance.takes(bytes, performance.now());
      if (!takes) this.#rest();
      return takes;
    }
    this.end("flooded", `the agent sent more than ${MESSAGES_A_SECOND} messages in a second`, 1008);
    return false;
  }

  /** Reads nothing for a while. The rest waits at the agent, because even dropping it takes time from others. */
  #rest(): void {
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), REST_MS);
  }

  end(end_reason: Closed["end_reason"], reason: string, code: number): void {
    this.#ended ??= { end_reason, code: null, reason };
    this.#socket.resume();
    void closeSocket(this.#socket, code, reason.slice(0, 100));
  }

  hangUp(): Promise<void> {
    this.#socket.resume();
    return closeSocket(this.#socket);
  }
}

function faultOf(error: Error): Pick<Closed, "end_reason" | "reason"> {
  const code = "code" in error ? error.code : undefined;
  if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH")
    return {
      end_reason: "message_too_large",
      reason: `the agent sent a message of more than ${MESSAGE_MAXIMUM} bytes`,
    };
  if (code === "WS_ERR_TOO_MANY_BUFFERED_PARTS")
    return { end_reason: "flooded", reason: "the agent sent a message in too many parts" };
  return { end_reason: "connection_lost", reason: error.message };
}

/** A counter that restarts every second. */
export class EachSecond {
  #second = 0;
  #times = 0;

  count(): number {
    const now = Math.floor(performance.now() / 1000);
    this.#times = now === this.#second ? this.#times + 1 : 1;
    this.#second = now;
    return this.#times;
  }
}
