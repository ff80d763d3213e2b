/** A WebSocket to an agent, on which each frame is a JSON object. */
import { WebSocket } from "ws";
import { fieldsOf } from "../../../contract/is-object.ts";
import { parseObject } from "../../../contract/json.ts";
import { urlWithoutSecrets } from "../../../contract/secrets.ts";
import { statusTrouble, unreachable } from "../http/post.ts";
import { endOf, type ProcessGroup } from "../processes/group.ts";
import { excerpt, Trouble } from "../trouble.ts";

/** The largest frame. */
const FRAME_MAXIMUM = 1024 * 1024;
/** How long the agent may take to see that the line is closed. */
const CLOSING_MS = 1000;
/** How much of a refusal is read. */
const REFUSAL_MAXIMUM = 2000;

/** A JSON object. */
export type Frame = Readonly<Record<string, unknown>>;

export interface SocketLine {
  send(frame: object): void;
  /** The next frame. `late` if none comes within so many milliseconds, `closed` if none comes any more. */
  next(ms: number, signal: AbortSignal): Promise<Frame | "late" | "closed">;
  /** How the agent has closed it. Undefined while it is open. */
  ending(): Ending | undefined;
  close(): void;
}

export interface Ending {
  /** 1006 if the connection was lost. */
  readonly code: number;
  readonly reason: string;
}

export interface LineOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
  /** Its process, if Parley has started it. */
  readonly group?: ProcessGroup | undefined;
  /** What messages must not show. */
  readonly secret?: string | undefined;
  /** What is sent at once for a frame that needs nobody's thought, such as a ping. Undefined for all others. */
  readonly reply?: (frame: Frame) => object | undefined;
}

/** @throws Trouble if nobody accepts the connection */
export async function openLine(options: LineOptions): Promise<SocketLine> {
  const { url, headers = {}, timeout_ms, signal, group, secret, reply } = options;
  const hidden = (text: string) => (secret ? text.replaceAll(secret, "••••") : text);
  const socket = new WebSocket(url, {
    headers,
    maxPayload: FRAME_MAXIMUM,
    handshakeTimeout: timeout_ms,
    perMessageDeflate: false,
  });
  const queue = new Queue();
  socket.on("message", (data, isBinary) => {
    if (isBinary) return;
    // A server may repeat the key that it refuses.
    const text = hidden(String(data));
    const frame = parseObject(text);
    const replied = frame && reply?.(frame);
    if (replied) return socket.send(JSON.stringify(replied));
    queue.put(
      frame ??
        new Trouble(`the agent sent something other than a JSON object: ${JSON.stringify(excerpt(text))}`),
    );
  });
  let ending: Ending | undefined;
  socket.on("close", (code, reason) => {
    ending = { code, reason: hidden(String(reason)) };
    queue.put("closed");
  });
  const stop = () => socket.terminate();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await opened(socket, hidden);
  } catch (error) {
    socket.terminate();
    if (signal.aborted) throw signal.reason;
    if (error instanceof Trouble) throw error;
    const how = group && (await endOf(group));
    const why = unreachable(error as NodeJS.ErrnoException, urlWithoutSecrets(url));
    throw new Trouble(how ? `the agent ${how}` : hidden(why));
  } finally {
    signal.removeEventListener("abort", stop);
  }
  socket.on("error", (error) =>
    queue.put(new Trouble(`the connection to the agent failed: ${error.message}`)),
  );
  return {
    send: (frame) => socket.send(JSON.stringify(frame)),
    next: (ms, until) => queue.next(ms, until),
    ending: () => ending,
    close() {
      socket.close();
      setTimeout(() => socket.terminate(), CLOSING_MS).unref();
    },
  };
}

function opened(socket: WebSocket, hidden: (text: string) => string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
    socket.once("unexpected-response", (_, response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text = (text + piece).slice(0, REFUSAL_MAXIMUM);
      });
      response.once("close", () => {
        const { statusCode: status = 0, headers } = response;
        const type = headers["content-type"] ?? "";
        const words = fieldsOf(parseObject(text)?.["error"])["message"];
        const said = hidden(typeof words === "string" ? words : text);
        reject(statusTrouble({ status, type, retry_after: headers["retry-after"], text: said }));
      });
    });
  });
}

/** What has come and was not taken yet. Whoever waits gets the next. */
export class Queue<F extends object = Frame> {
  readonly #came: (F | Trouble | "closed")[] = [];
  #wake: (() => void) | undefined;

  put(one: F | Trouble | "closed"): void {
    this.#came.push(one);
    this.#wake?.();
  }

  async next(ms: number, signal: AbortSignal): Promise<F | "late" | "closed"> {
    signal.throwIfAborted();
    if (this.#came.length === 0) await this.#wait(ms, signal);
    signal.throwIfAborted();
    const [first] = this.#came;
    if (first === undefined) return "late";
    // A closed line stays closed.
    if (first !== "closed") this.#came.shift();
    if (first instanceof Trouble) throw first;
    return first;
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(wake, Math.max(0, ms));
      signal.addEventListener("abort", wake, { once: true });
      this.#wake = wake;
    });
  }
}
