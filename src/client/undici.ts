import { rootCertificates } from "node:tls";
import { Agent, EnvHttpProxyAgent, request as send } from "undici";
import type { Transport, TransportOptions } from "./transport.ts";

/** Kept-alive connections, proxies from the environment, no redirects: a key never follows one to another origin. */
export function createUndiciTransport({ connections, ca }: TransportOptions, proxied: boolean): Transport {
  // A list of authorities replaces the built-in one, so it holds both.
  const trust = { ca: [...rootCertificates, ca ?? ""] };
  const options = { connections, ...(ca && { connect: trust, requestTls: trust }) };
  const dispatcher = proxied ? new EnvHttpProxyAgent(options) : new Agent(options);
  return {
    async send({ method, url, headers, body, timeout_ms, signal }) {
      // A streamed body may take longer than any answer may: only its standstill is timed, by headersTimeout.
      const streams = typeof body === "function";
      const answer = await send(url, {
        dispatcher,
        method: method as "GET",
        headers: { ...headers },
        ...(body !== undefined && { body: streams ? body() : body }),
        headersTimeout: timeout_ms,
        bodyTimeout: timeout_ms,
        signal: streams ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]),
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: new Uint8Array(await answer.body.arrayBuffer()),
      };
    },
    close: () => dispatcher.close(),
  };
}
