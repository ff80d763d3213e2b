import type { ClientRequest } from "node:http";
import { readBody } from "./http.ts";
import { createOpener } from "./opener.ts";
import type { Pieces, SingleRequest, Transport, TransportAnswer, TransportOptions } from "./transport.ts";

interface UploadRequest extends Omit<SingleRequest, "body"> {
  readonly body: () => Pieces;
}

/** Requests whose bodies are made while they are sent, over Node's own HTTP; one piece is held at a time. */
export function createUploadTransport({ connections, ca }: TransportOptions): Transport<UploadRequest> {
  const opener = createOpener(ca, connections);

  return {
    async send({ method, url, headers, body, timeout_ms, signal }) {
      const { open, agent } = opener.for(url);
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
      opener.close();
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
    await taken(request, piece);
    if (ended) return;
  }
  request.end();
}

/** Resolves when the system has the piece, or nobody wants it any more. */
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
