import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { withDeadline } from "../deadline.ts";
import {
  ANSWER_BYTES_MAXIMUM,
  type SingleRequest,
  type Transport,
  type TransportAnswer,
  type TransportOptions,
} from "./transport.ts";

/**
 * One request at a time over one kept-alive connection: what most commands need, and the least to load. https is
 * loaded where it is used.
 */
export function createHttpTransport({ ca }: TransportOptions): Transport<SingleRequest> {
  let agent: HttpAgent | undefined;

  async function openerFor(url: string) {
    const kept = { keepAlive: true, maxSockets: 1 };
    if (!url.startsWith("https:")) {
      agent ??= new HttpAgent(kept);
      return requestHttp;
    }
    const [{ Agent, request }, { rootCertificates }] = await Promise.all([
      import("node:https"),
      import("node:tls"),
    ]);
    // A list of authorities replaces the built-in one, so it holds both.
    agent ??= new Agent({ ...kept, ...(ca && { ca: [...rootCertificates, ca] }) });
    return request;
  }

  return {
    async send({ method, url, headers, body, timeout_ms, signal }) {
      const open = await openerFor(url);
      // Of a DELETE node sends neither a length nor chunks by itself: the body would be taken for the next request.
      const sized =
        body === undefined ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) };
      return withDeadline(timeout_ms, signal, async (deadline) => {
        const response = await new Promise<IncomingMessage>((resolve, reject) => {
          open(url, { agent, method, headers: sized, signal: deadline })
            .once("response", resolve)
            .once("error", (error) => reject(deadline.aborted ? deadline.reason : error))
            .end(body);
        });
        return readBody(response).catch((error: unknown) => {
          throw deadline.aborted ? deadline.reason : error;
        });
      });
    },
    async close() {
      agent?.destroy();
    },
  };
}

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
