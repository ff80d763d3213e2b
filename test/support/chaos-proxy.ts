/** A TCP proxy on the loopback interface. It treats connections like networks and half-dead servers do. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTlsServer, type SecureContextOptions, TLSSocket } from "node:tls";
import { type Passed, readExchanges } from "./http-tap.ts";
import type { Random } from "./random.ts";

/** What happens to one connection. Offsets count bytes of the request or of the answer. */
export type Fault =
  | { readonly kind: "none" }
  /** Every piece of the answer is delayed. */
  | { readonly kind: "latency"; readonly ms: number }
  | { readonly kind: "reset_request"; readonly at: number }
  | { readonly kind: "reset_answer"; readonly at: number }
  /** The answer ends early, as if it were complete. */
  | { readonly kind: "truncated"; readonly at: number }
  /** The connection is accepted, and nothing ever arrives. */
  | { readonly kind: "half_open" }
  /** The request is served, but its answer never arrives. */
  | { readonly kind: "lost_answer" }
  /** This many bytes of the answer arrive one by one, and then nothing. */
  | { readonly kind: "drip"; readonly bytes: number }
  /** Replaces the answer. The request is not served. */
  | { readonly kind: "instead"; readonly answer: string }
  /** Replaces the answer, although the request was served. */
  | { readonly kind: "instead_of_served"; readonly answer: string };

const answerOf = (status: number, body: string, headers = "") =>
  `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
  `${headers}Connection: close\r\n\r\n${body}`;

/** A fault drawn from all of them. */
export function drawFault(random: Random): Fault {
  const at = Math.floor(random() ** 2 * 600);
  const pick = <T>(...from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const storm = (...statuses: number[]) =>
    answerOf(pick(...statuses), '{"detail":"storm"}', pick("", "Retry-After: 0\r\n"));
  const garbage = () => String.fromCharCode(...Array.from({ length: 80 }, () => Math.floor(random() * 256)));
  const kinds: readonly (() => Fault)[] = [
    () => ({ kind: "none" }),
    () => ({ kind: "latency", ms: Math.floor(random() * 15) }),
    () => ({ kind: "reset_request", at }),
    () => ({ kind: "reset_answer", at }),
    () => ({ kind: "truncated", at }),
    () => ({ kind: "half_open" }),
    () => ({ kind: "lost_answer" }),
    () => ({ kind: "drip", bytes: Math.floor(random() * 30) }),
    () => ({ kind: "instead", answer: storm(429) }),
    () => ({ kind: "instead", answer: storm(500, 502, 503, 504) }),
    () => ({ kind: "instead", answer: garbage() }),
    () => ({ kind: "instead", answer: answerOf(200, garbage()) }),
    () => ({ kind: "instead", answer: answerOf(200, "<html>login</html>") }),
    () => ({ kind: "instead", answer: `HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{"id": ` }),
    () => ({ kind: "instead", answer: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n{}{}{}" }),
    () => ({ kind: "instead", answer: `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n` }),
    () => ({ kind: "instead", answer: `HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n` }),
    () => ({ kind: "instead", answer: answerOf(302, "", "Location: http://127.0.0.1:1/elsewhere\r\n") }),
    // Not 429, which means that the request was not served.
    () => ({ kind: "instead_of_served", answer: storm(500, 502, 503, 504) }),
    () => ({ kind: "instead_of_served", answer: answerOf(200, garbage()) }),
  ];
  return pick(...kinds)();
}

export interface ChaosProxy {
  readonly url: string;
  /** How many connections arrived. With TLS: those with a successful handshake. */
  readonly connections: () => number;
  /** Requests that reached the service completely. */
  passed(): readonly Passed[];
  close(): Promise<void>;
}

export interface ChaosOptions {
  /** The proxy speaks TLS with this certificate. */
  readonly tls?: SecureContextOptions;
  /** Each request has its own connection, and so its own fault. */
  readonly one_request_each?: boolean;
}

/** Connections get the faults of the plan in order. Further ones pass unharmed. */
export async function startChaosProxy(
  upstream: string,
  plan: readonly Fault[],
  { tls, one_request_each = false }: ChaosOptions = {},
): Promise<ChaosProxy> {
  const { hostname, port } = new URL(upstream);
  const sockets = new Set<Socket>();
  const taps: Tap[] = [];
  let connections = 0;
  const take = (client: Socket) => {
    const fault = plan[connections++] ?? { kind: "none" };
    const onward =
      fault.kind === "half_open" || fault.kind === "instead" ? undefined : connect(Number(port), hostname);
    for (const socket of [client, onward]) {
      if (!socket) continue;
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("close", () => onward?.destroy());
    if (onward) taps.push(forward(client, onward, fault, one_request_each));
    else client.on("data", () => fault.kind === "instead" && client.end(Buffer.from(fault.answer, "latin1")));
  };
  const server: Server = tls ? createTlsServer(tls, take) : createServer(take);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    passed: () => taps.flatMap(({ sent, came }) => readExchanges(Buffer.concat(sent), Buffer.concat(came))),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** What was sent to the service over a connection, and what it answered. */
interface Tap {
  readonly sent: Buffer[];
  readonly came: Buffer[];
}

function forward(client: Socket, onward: Socket, fault: Fault, one_request: boolean): Tap {
  const tap: Tap = { sent: [], came: [] };
  const send = (piece: Buffer) => {
    tap.sent.push(piece);
    onward.write(piece);
  };
  let sent = 0;
  client.on("data", (came) => {
    const piece = one_request && sent === 0 ? withoutKeepAlive(came) : came;
    if (fault.kind === "reset_request" && sent + piece.length > fault.at) {
      send(piece.subarray(0, fault.at - sent));
      reset(client);
      return;
    }
    sent += piece.length;
    send(piece);
  });
  let came = 0;
  let answering = Promise.resolve();
  onward.on("data", (piece) => {
    tap.came.push(piece);
    const at = came;
    came += piece.length;
    answering = answering.then(() => pass(client, piece, at, fault));
  });
  onward.on("close", () => {
    // A stalled answer stays stalled until the client gives up.
    if (fault.kind !== "lost_answer" && fault.kind !== "drip")
      void answering.then(() => client.destroySoon());
  });
  return tap;
}

/** The service ends the connection after its answer, and says so. */
const withoutKeepAlive = (piece: Buffer) =>
  Buffer.from(
    piece.toString("latin1").replace(/\r\nconnection: keep-alive\r\n/i, "\r\nConnection: close\r\n"),
    "latin1",
  );

/** Forwards one piece of an answer, which begins at an offset. */
async function pass(client: Socket, piece: Buffer, offset: number, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case "lost_answer":
      return;
    case "latency":
      await sleep(fault.ms);
      client.write(piece);
      return;
    case "drip":
      for (const byte of piece.subarray(0, Math.max(0, fault.bytes - offset))) {
        client.write(Uint8Array.of(byte));
        await sleep(2);
      }
      return;
    case "instead_of_served":
      client.end(Buffer.from(fault.answer, "latin1"));
      return;
    case "reset_answer":
    case "truncated": {
      client.write(piece.subarray(0, Math.max(0, fault.at - offset)));
      if (offset + piece.length <= fault.at) return;
      if (fault.kind === "truncated") client.end();
      else reset(client);
      return;
    }
    default:
      client.write(piece);
  }
}

/** With TLS, no reset can be sent from here, so the connection just ends in the middle. */
const reset = (socket: Socket) => {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
};
