import { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import { Agent, EnvHttpProxyAgent } from "undici";
import { Exchange } from "./exchange.ts";
import { InFlight } from "./in-flight.ts";
import { ANSWER_BYTES_MAXIMUM, type Pieces, type Transport, type TransportOptions } from "./transport.ts";

/** Kept-alive connections, proxies from the environment, no redirects: a key never follows one to another origin. */
export function createUndiciTransport(
  { connections, ca, timeout_ms }: TransportOptions,
  proxied: boolean,
): Transport {
  // A list of authorities replaces the built-in one, so it holds both.
  const connect = { timeout: timeout_ms, ...(ca && { ca: [...rootCertificates, ca] }) };
  const options = { connections, maxResponseSize: ANSWER_BYTES_MAXIMUM, connect, requestTls: connect };
  const dispatcher = proxied ? new EnvHttpProxyAgent(options) : new Agent(options);
  const running = new WeakMap<AbortSignal, InFlight<Exchange>>();
  let target = { url: "", origin: "", path: "" };

  function runningUntil(signal: AbortSignal): InFlight<Exchange> {
    const known = running.get(signal);
    if (known) return known;
    const inFlight = new InFlight<Exchange>(signal);
    running.set(signal, inFlight);
    return inFlight;
  }

  /** Most requests of bulk work go to one URL: it is read once. */
  function targetOf(url: string) {
    if (url === target.url) return target;
    const { origin, pathname, search } = new URL(url);
    target = { url, origin, path: pathname + search };
    return target;
  }

  return {
    send: ({ method, url, headers, body, timeout_ms, signal }) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const { origin, path } = targetOf(url);
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
        // A streamed body may take longer than any answer may: only its standstill is timed.
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
    // What still connects is not waited for.
    close: () => dispatcher.destroy(),
  };
}

function* bytesOf(pieces: Pieces): Generator<Uint8Array> {
  // Several wait at once.
  for (const piece of pieces) yield Buffer.from(piece);
}
