/** Lets an agent dial in. Its connection is joined to the one that the service makes, message for message. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import { Failure, usage } from "../../lib/failure.ts";
import { isSameSecret } from "../../lib/same-secret.ts";

export interface DialIn {
  /** Where the agent connects. */
  readonly url: string;
  readonly token: string;
  /** Where the service connects. The secret in its query is masked wherever the URL is shown. */
  readonly inner_url: string;
  /** Resolves when the agent has connected. Rejects if `signal` aborts or if it does not connect in time. */
  arrival(signal: AbortSignal, wait_ms: number | undefined): Promise<void>;
  close(): Promise<void>;
}

export interface DialInOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** The token that the agent has to send. If undefined, a random one is created. */
  readonly token: string | undefined;
}

/** Larger messages end the connection, as they do when the service calls. */
const MESSAGE_MAXIMUM = 1024 * 1024;
/** One side is not read any further while this many bytes wait for the other side. */
const WAITING_MAXIMUM = 1024 * 1024;
const CLOSING_MS = 2000;
/** Close codes that may be sent. The others only mean that there was none. */
const mayBeSent = (code: number) =>
  (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code < 5000);

/** Starts to listen. @throws Failure if the address is not available */
export async function openDialIn({
  host,
  port,
  token = randomBytes(16).toString("hex"),
}: DialInOptions): Promise<DialIn> {
  const inner_secret = randomBytes(16).toString("hex");
  const server = createServer((_request, response) =>
    response.writeHead(426).end("connect over WebSocket\n"),
  );
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAXIMUM,
    perMessageDeflate: false,
  });
  let arrive: (agent: WebSocket) => void = () => undefined;
  const agent = new Promise<WebSocket>((resolve) => {
    arrive = resolve;
  });
  let taken = false;
  let joined = false;

  server.on("upgrade", (request, socket, head) => {
    const accept = (then: (accepted: WebSocket) => void) =>
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        // `close` follows and reports the error.
        accepted.on("error", () => undefined);
        then(accepted);
      });
    if (isSameSecret(queryOf(request).get("secret") ?? "", inner_secret))
      return joined
        ? refuse(socket, "409 Conflict")
        : accept((service) => {
            joined = true;
            void agent.then((one) => join(one, service));
          });
    if (!isSameSecret(tokenOf(request), token)) return refuse(socket, "401 Unauthorized");
    if (taken) return refuse(socket, "409 Conflict");
    taken = true;
    accept((arrived) => {
      // Messages that arrive before the service has connected wait.
      arrived.pause();
      arrive(arrived);
    });
  });

  server.listen(port, host);
  await once(server, "listening").catch((error: Error) => {
    throw usage(`cannot listen on ${host}:${port}: ${error.message}`, {
      hint: "choose another address with --listen",
    });
  });
  const base = `ws://${hostIn(host)}:${(server.address() as AddressInfo).port}`;
  return {
    url: `${base}/`,
    token,
    inner_url: `${base}/?secret=${inner_secret}`,
    async arrival(signal, wait_ms) {
      const signals = wait_ms === undefined ? [signal] : [signal, AbortSignal.timeout(wait_ms)];
      const stop = AbortSignal.any(signals);
      const stopped = new Promise<never>((_, reject) => {
        const fail = () =>
          reject(
            signal.aborted
              ? signal.reason
              : new Failure("network", `the agent did not connect within ${(wait_ms ?? 0) / 1000} seconds`),
          );
        if (stop.aborted) fail();
        else stop.addEventListener("abort", fail, { once: true });
      });
      await Promise.race([agent, stopped]);
    },
    async close() {
      for (const socket of sockets.clients) socket.close(1000);
      const late = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, CLOSING_MS);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await closed;
      clearTimeout(late);
    },
  };
}

/** Passes everything on in both directions, including how a side closes. */
function join(one: WebSocket, other: WebSocket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on("message", (data: Buffer, isBinary: boolean) => {
      if (to.readyState !== WebSocket.OPEN) return;
      to.send(
        data,
        { binary: isBinary },
        () => from.isPaused && to.bufferedAmount <= WAITING_MAXIMUM && from.resume(),
      );
      if (to.bufferedAmount > WAITING_MAXIMUM) from.pause();
    });
    from.on("error", (error: Error) => {
      if ("code" in error && error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH")
        to.close(1009, `a message had more than ${MESSAGE_MAXIMUM} bytes`);
    });
    from.on("close", (code: number, reason: Buffer) => {
      if (to.readyState !== WebSocket.OPEN) return;
      if (code === 1006) to.terminate();
      else if (mayBeSent(code)) to.close(code, reason);
      else to.close();
    });
    if (from.readyState >= WebSocket.CLOSING) to.terminate();
  }
  one.resume();
}

/**
 * A host in the form that a URL needs. For a server that listens on every address, it is the loopback
 * address.
 */
function hostIn(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

const queryOf = ({ url = "/" }: IncomingMessage) => new URLSearchParams(url.split("?")[1] ?? "");

function tokenOf(request: IncomingMessage): string {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  return bearer ?? queryOf(request).get("token") ?? "";
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
