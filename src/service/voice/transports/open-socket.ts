import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { checkTarget, guardedLookup, type TargetPolicy, TargetRefused } from "../../network/target.ts";
import { DialFailure } from "./transport.ts";

/** Larger messages end the connection. A second of audio is 32 kB. */
export const MESSAGE_MAXIMUM = 1024 * 1024;
/** Messages of more parts end the connection. */
const FRAGMENTS_MAXIMUM = 1024;
const HANDSHAKE_MS = 10_000;
/** How many milliseconds to wait before each further attempt. */
const TRY_AGAIN_MS = [500, 1500, 4000];
const CLOSING_MS = 2000;

export interface SocketOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Which targets are allowed. */
  readonly policy: TargetPolicy;
  readonly signal: AbortSignal;
}

/**
 * Connects to the WebSocket of an agent. Tries four times if it cannot be reached. Does not follow redirects.
 * @param attach starts listening to the open connection, before any message of the agent arrives
 * @throws DialFailure
 */
export async function openSocket<T>(
  url: string,
  options: SocketOptions,
  attach: (socket: WebSocket) => T,
): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await openSocketOnce(url, options, attach);
    } catch (error) {
      const delay = TRY_AGAIN_MS[tries];
      if (!(error instanceof DialFailure) || !error.transient || delay === undefined) throw error;
      await sleep(delay, undefined, { signal: options.signal });
    }
}

/** Connects to it, and does not try again. @throws DialFailure */
export async function openSocketOnce<T>(
  url: string,
  { headers, policy, signal }: SocketOptions,
  attach: (socket: WebSocket) => T,
): Promise<T> {
  signal.throwIfAborted();
  let refusal: string | undefined;
  try {
    const check = await checkTarget(url.replace(/^ws/, "http"), policy);
    if ("refusal" in check) refusal = check.refusal;
  } catch (error) {
    throw new DialFailure("unreachable", `${hostOf(url)} cannot be found: ${(error as Error).message}`, true);
  }
  if (refusal !== undefined) throw new DialFailure("unreachable", refusal);
  const socket = new WebSocket(url, {
    headers: { ...headers, "user-agent": "parley" },
    followRedirects: false,
    maxPayload: MESSAGE_MAXIMUM,
    perMessageDeflate: false,
    // Every message waits for its turn of the thread, so that a flood on one line holds up no frame of another.
    allowSynchronousEvents: false,
    // The library ends a connection on which many answers to pings wait. `AgentSocket` answers some, and drops the rest.
    autoPong: false,
    maxFragments: FRAGMENTS_MAXIMUM,
    lookup: guardedLookup(policy),
  } as ConstructorParameters<typeof WebSocket>[2]);
  return new Promise((resolve, reject) => {
    const abort = () => socket.terminate();
    signal.addEventListener("abort", abort);
    // The library's own limit restarts with each byte.
    const late = setTimeout(() => {
      fail(new Error(`no answer to the upgrade within ${HANDSHAKE_MS / 1000} s`));
      socket.terminate();
    }, HANDSHAKE_MS);
    const over = () => {
      clearTimeout(late);
      signal.removeEventListener("abort", abort);
    };
    socket.once("open", () => {
      over();
      socket.off("error", fail);
      resolve(attach(socket));
    });
    socket.once("unexpected-response", (request, response) => {
      over();
      const { statusCode: status = 0 } = response;
      request.destroy();
      reject(refusalOf(url, status));
    });
    const fail = (error: Error) => {
      over();
      reject(
        signal.aborted
          ? signal.reason
          : error instanceof TargetRefused
            ? new DialFailure("unreachable", error.message)
            : new DialFailure("unreachable", `${hostOf(url)} cannot be reached: ${error.message}`, true),
      );
    };
    socket.once("error", fail);
    // Errors after the connection has failed or ended add nothing.
    socket.on("error", () => undefined);
  });
}

function refusalOf(url: string, status: number): DialFailure {
  if (status === 401 || status === 403)
    return new DialFailure("rejected", `${hostOf(url)} rejected the call with status ${status}`);
  const what =
    status >= 300 && status < 400 ? "redirects, which calls do not follow" : `answered with status ${status}`;
  return new DialFailure("unreachable", `${hostOf(url)} ${what}`, status >= 500 || status === 429);
}

const hostOf = (url: string) => new URL(url).host;

/** Closes a connection politely, and terminates it if the other side does not answer. */
export async function closeSocket(socket: WebSocket, code = 1000, reason = ""): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return;
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.close(code, reason);
  const late = setTimeout(() => socket.terminate(), CLOSING_MS);
  await closed;
  clearTimeout(late);
}
