import { type ClientRequest, Agent as HttpAgent, request as requestHttp } from "node:http";
import { readBody } from "./http.ts";
import type { Pieces, SingleRequest, Transport, TransportAnswer, TransportOptions } from "./transport.ts";

interface UploadRequest extends Omit<SingleRequest, "body"> {
  readonly body: () => Pieces;
}

/**
 * Requests whose bodies are made while they are sent, over Node's own HTTP: a text goes to the socket as it is, at half
 * of what a stream of buffers costs, and no more than two pieces are held.
 */
export function createUploadTransport({ connections, ca }: TransportOptions): Transport<UploadRequest> {
  let agent: HttpAgent | undefined;

  async function openerFor(url: string) {
    const kept = { keepAlive: true, maxSockets: connections };
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
      return new Promise<TransportAnswer>((resolve, reject) => {
        const request = open(url, { agent, method, headers: { ...headers }, signal });
        // The whole may take longer than any answer may: only its standstill is timed.
        request.setTimeout(timeout_ms, () => request.destroy(standstill(timeout_ms)));
        request.once("error", reject);
        request.once("response", (response) => {
          readBody(response)
            .then(resolve, reject)
            // Answered before all was sent, the connection is of no further use.
            .finally(() => request.writableFinished || request.destroy());
        });
        write(request, body()).catch((error: Error) => {
          reject(error);
          request.destroy();
        });
      });
    },
    async close() {
      agent?.destroy();
    },
  };
}

/** Sends the pieces as fast as they are taken, until there is an answer or no connection any more. */
async function write(request: ClientRequest, pieces: Pieces): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  request.once("response", end).once("close", end);
  for (const piece of pieces) {
    if (!request.write(piece, "latin1")) await taken(request);
    if (ended) return;
  }
  request.end();
}

function taken(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const name of ["drain", "response", "close"]) request.off(name, done);
      resolve();
    };
    for (const name of ["drain", "response", "close"]) request.once(name, done);
  });
}

const standstill = (timeout_ms: number) =>
  new DOMException(`nothing moved for ${timeout_ms / 1000} s`, "TimeoutError");
