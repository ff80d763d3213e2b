import type { ClientRequest } from "node:http";
import { readBody } from "./http.ts";
import { createKeepAlive } from "./keep-alive.ts";
import type { Pieces, SingleRequest, Transport, TransportAnswer, TransportOptions } from "./transport.ts";

interface UploadRequest extends Omit<SingleRequest, "body"> {
  readonly body: () => Pieces;
}

/**
 * Requests whose bodies are created while they are sent, over Node's own HTTP. Only one piece at a time is in
 * memory.
 */
export function createUploadTransport({ connections, ca }: TransportOptions): Transport<UploadRequest> {
  const keepAlive = createKeepAlive(ca, connections);

  return {
    async send({ method, url, headers, body, timeout_ms, signal }) {
      const { open, agent } = keepAlive.for(url);
      return new Promise<TransportAnswer>((resolve, reject) => {
        const request = open(url, { agent, method, headers: { ...headers }, signal });
        // The upload may take longer than the timeout of an answer: only a standstill times out.
        request.setTimeout(timeout_ms, () => request.destroy(standstill(timeout_ms)));
        request.once("error", reject);
        request.once("response", (response) => {
          readBody(response)
            .then(resolve, reject)
            // If the answer came before everything was sent, the connection cannot be reused.
            .finally(() => request.writableFinished || request.destroy());
        });
        write(request, body()).catch((error: Error) => {
          reject(error);
          request.destroy();
        });
      });
    },
    async close() {
      keepAlive.close();
    },
  };
}

/** Sends the pieces as fast as they are accepted, until an answer comes or the connection is gone. */
async function write(request: ClientRequest, pieces: Pieces): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  request.once("response", end).once("close", end);
  for (const piece of pieces) {
    await taken(request, piece);
    if (ended) return;
  }
  request.end();
}

/** Resolves when the system has accepted the piece, or when it is no longer wanted. */
function taken(request: ClientRequest, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const name of ["response", "close"]) request.off(name, done);
      resolve();
    };
    for (const name of ["response", "close"]) request.once(name, done);
    request.write(piece, done);
  });
}

const standstill = (timeout_ms: number) =>
  new DOMException(`nothing moved for ${timeout_ms / 1000} s`, "TimeoutError");
