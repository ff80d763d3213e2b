import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { getBuiltinModule } from "node:process";
import { withDeadline } from "../deadline.ts";
import {
  ANSWER_BYTES_MAXIMUM,
  type SingleRequest,
  type Transport,
  type TransportAnswer,
  type TransportOptions,
} from "./transport.ts";

/**
 * One request at a time over one kept-alive connection: what most commands need, and the least to load. Of http and
 * https that one is loaded which is used, and neither by a command that asks nothing.
 */
export function createHttpTransport({ ca }: TransportOptions): Transport<SingleRequest> {
  let agent: Agent | undefined;

  function openerFor(url: string) {
    const kept = { keepAlive: true, maxSockets: 1 };
    if (!url.startsWith("https:")) {
      const { Agent, request } = getBuiltinModule("node:http");
      agent ??= new Agent(kept);
      return request;
    }
    const { Agent, request } = getBuiltinModule("node:https");
    const { rootCertificates } = getBuiltinModule("node:tls");
    // A list of authorities replaces the built-in one, so it holds both.
    agent ??= new Agent({ ...kept, ...(ca && { ca: [...rootCertificates, ca] }) });
    return request;
  }

  return {
    async send({ method, url, headers, body, timeout_ms, signal }) {
      const open = openerFor(url);
      // Of a DELETE node sends neither a length nor chunks by itself: the body would be taken for the next request.
      const sized =
        body === undefined ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) };
      return withDeadline(timeout_ms, signal, async (deadline) => {
        deadline.throwIfAborted();
        const request = open(url, { agent, method, headers: sized });
        // As the option `signal` would do it, without what that watches besides.
        deadline.addEventListener("abort", () => request.destroy(deadline.reason));
        try {
          request.end(body);
          return await readBody(await responseTo(request));
        } catch (error) {
          throw deadline.aborted ? deadline.reason : error;
        }
      });
    },
    async close() {
      agent?.destroy();
    },
  };
}

const responseTo = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).on("error", reject);
  });

/** By events: iterating over a stream loads what one request need not wait for. */
export function readBody(response: IncomingMessage): Promise<TransportAnswer> {
  const { statusCode = 0, headers } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    response
      .on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES_MAXIMUM) response.destroy(tooLarge());
        else chunks.push(chunk);
      })
      .once("end", () => resolve({ status: statusCode, headers, body: Buffer.concat(chunks) }))
      .once("error", reject);
  });
}

const tooLarge = () => Object.assign(new Error("the answer is too large"), { code: "ANSWER_TOO_LARGE" });
