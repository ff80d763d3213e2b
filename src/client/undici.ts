import { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import { Agent, EnvHttpProxyAgent, request as send } from "undici";
import { withDeadline } from "../deadline.ts";
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
  return {
    send({ method, url, headers, body, timeout_ms, signal }) {
      const exchange = async (until: AbortSignal) => {
        const answer = await send(url, {
          dispatcher,
          method: method as "GET",
          headers: { ...headers },
          ...(body !== undefined && {
            body: typeof body === "function" ? Readable.from(bytesOf(body())) : body,
          }),
          headersTimeout: timeout_ms,
          bodyTimeout: timeout_ms,
          signal: until,
        });
        return {
          status: answer.statusCode,
          headers: answer.headers,
          body: new Uint8Array(await answer.body.arrayBuffer()),
        };
      };
      // A streamed body may take longer than any answer may: only its standstill is timed, by headersTimeout.
      return typeof body === "function" ? exchange(signal) : withDeadline(timeout_ms, signal, exchange);
    },
    // What still connects is not waited for.
    close: () => dispatcher.destroy(),
  };
}

function* bytesOf(pieces: Pieces): Generator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
}
