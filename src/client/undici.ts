import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import { connectionOptions } from "./connection-options.ts";
import { ConnectionPool } from "./connection-pool.ts";
import { Exchange } from "./exchange.ts";
import { InFlight } from "./in-flight.ts";
import { ANSWER_BYTES_MAXIMUM, type Pieces, type Transport, type TransportOptions } from "./transport.ts";

interface Target {
  readonly url: string;
  readonly origin: string;
  readonly path: string;
  readonly dispatcher: Pick<ConnectionPool, "dispatch">;
}

/**
 * Kept-alive connections without redirects, so that a key never follows one to another origin.
 * @param proxy if given, all requests go through it
 */
export function createUndiciTransport(options: TransportOptions, proxy?: Dispatcher): Transport {
  const { connections } = options;
  // One for all connections, because it caches TLS sessions.
  const connector = buildConnector(connectionOptions(options));
  const direct = new Map<string, ConnectionPool>();
  const running = new WeakMap<AbortSignal, InFlight<Exchange>>();
  let target: Target | undefined;

  function runningUntil(signal: AbortSignal): InFlight<Exchange> {
    const in_flight = running.get(signal);
    if (in_flight) return in_flight;
    const inFlight = new InFlight<Exchange>(signal);
    running.set(signal, inFlight);
    return inFlight;
  }

  function poolOf(origin: string): ConnectionPool {
    const kept = direct.get(origin);
    if (kept) return kept;
    const pool = new ConnectionPool(origin, connections, {
      maxResponseSize: ANSWER_BYTES_MAXIMUM,
      connect: connector,
    });
    direct.set(origin, pool);
    return pool;
  }

  /** Most bulk requests go to the same URL, so it is parsed only once. */
  function targetOf(url: string): Target {
    if (url === target?.url) return target;
    const { origin, pathname, search } = new URL(url);
    target = { url, origin, path: pathname + search, dispatcher: proxy ?? poolOf(origin) };
    return target;
  }

  return {
    send: ({ method, url, headers, body, timeout_ms, signal }) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const { origin, path, dispatcher } = targetOf(url);
        const inFlight = runningUntil(signal);
        const exchange = new Exchange({
          resolve(answer) {
            inFlight.delete(exchange);
            resolve(answer);
          },
          reject(reason) {
            inFlight.delete(exchange);
            reject(reason);
          },
        });
        // A streamed body may take longer than the timeout of an answer: only a standstill times out.
        const isStreamed = typeof body === "function";
        const standstill_ms = isStreamed ? timeout_ms : 0;
        inFlight.add(exchange, isStreamed ? Number.POSITIVE_INFINITY : timeout_ms);
        dispatcher.dispatch(
          {
            origin,
            path,
            method: method as "GET",
            headers,
            body: isStreamed ? Readable.from(bytesOf(body())) : (body ?? null),
            headersTimeout: standstill_ms,
            bodyTimeout: standstill_ms,
          },
          exchange,
        );
      }),
    // Do not wait for connections still being made.
    async close() {
      await Promise.all([proxy, ...direct.values()].map((dispatcher) => dispatcher?.destroy()));
    },
  };
}

function* bytesOf(pieces: Pieces): Generator<Uint8Array> {
  // Several requests wait at once.
  for (const piece of pieces) yield Buffer.from(piece);
}
