import { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import { Agent, EnvHttpProxyAgent } from "undici";
import { Exchange } from "./exchange.ts";
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
  const running = new WeakMap<AbortSignal, Set<Exchange>>();

  /** What runs until a signal aborts: with hundreds at once a listener each would be most of the work. */
  function runningUntil(signal: AbortSignal): Set<Exchange> {
    const known = running.get(signal);
    if (known) return known;
    const exchanges = new Set<Exchange>();
    running.set(signal, exchanges);
    const stopAll = () => {
      for (const exchange of exchanges) exchange.stop(signal.reason);
    };
    signal.addEventListener("abort", stopAll, { once: true });
    return exchanges;
  }

  return {
    async send({ method, url, headers, body, timeout_ms, signal }) {
      if (signal.aborted) throw signal.reason;
      const { origin, pathname, search } = new URL(url);
      const exchange = new Exchange();
      const exchanges = runningUntil(signal);
      exchanges.add(exchange);
      // A streamed body may take longer than any answer may: only its standstill is timed, by headersTimeout.
      const isStreamed = typeof body === "function";
      const timer = isStreamed ? undefined : setTimeout(() => exchange.stop(late(timeout_ms)), timeout_ms);
      try {
        dispatcher.dispatch(
          {
            origin,
            path: pathname + search,
            method: method as "GET",
            headers,
            body: isStreamed ? Readable.from(bytesOf(body())) : (body ?? null),
            headersTimeout: timeout_ms,
            bodyTimeout: timeout_ms,
          },
          exchange,
        );
        return await exchange.answer;
      } finally {
        clearTimeout(timer);
        exchanges.delete(exchange);
      }
    },
    // What still connects is not waited for.
    close: () => dispatcher.destroy(),
  };
}

function* bytesOf(pieces: Pieces): Generator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
}

const late = (timeout_ms: number) =>
  new DOMException(`no answer within ${timeout_ms / 1000} s`, "TimeoutError");
