import type { ClientRequest, IncomingMessage } from "node:http";
import { withDeadline } from "../lib/deadline.ts";
import { createKeepAlive } from "./keep-alive.ts";
import {
  ANSWER_BYTES_MAXIMUM,
  type SingleRequest,
  type Transport,
  type TransportAnswer,
  type TransportOptions,
} from "./transport.ts";

/**
 * Sends one request at a time over one kept-alive connection. Most commands need no more, and this loads
 * fastest.
 */
export function createHttpTransport({ ca }: TransportOptions): Transport<SingleRequest> {
  const connection = createKeepAlive(ca, 1);

  return {
    async send({ method, url, headers, body, timeout_ms, signal }) {
      const { open, agent } = connection.for(url);
      // By default, Node sends neither a length nor chunks for a DELETE, so its body would be read as the
      // next request.
      const sized =
        body === undefined ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) };
      return withDeadline(timeout_ms, signal, async (deadline) => {
        deadline.throwIfAborted();
        const request = open(url, { agent, method, headers: sized });
        // Has the same effect as the option `signal`, with less overhead.
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
      connection.close();
    },
  };
}

const responseTo = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).on("error", reject);
  });

/** Uses events: iterating over a stream loads modules that a single request need not wait for. */
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
