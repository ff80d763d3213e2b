/**
 * An HTTP server that records its requests and gives the answers it was told. It uses no code of this
 * project.
 */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";

export interface Recorded {
  readonly method: string;
  /** Path with query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON. Undefined if there was none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
  readonly body: any;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Sent as JSON unless it is text. */
  readonly body?: unknown;
  /** Cuts the connection instead of answering. */
  readonly reset?: true;
  readonly delay_ms?: number;
}

export interface Recorder {
  readonly url: () => string;
  readonly requests: Recorded[];
  /** Answers to give, in order. The last one is repeated forever. A function can decide by the request. */
  answer(...replies: (Reply | ((request: Recorded) => Reply))[]): void;
}

export function useRecorder(): Recorder {
  const requests: Recorded[] = [];
  let replies: (Reply | ((request: Recorded) => Reply))[] = [];
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const { method = "", url: path = "", headers } = request;
        const recorded = { method, path, headers, text, body: text === "" ? undefined : parse(text) };
        // Commands that need an operation of only some services ask for this. This server does not say.
        if (path === "/openapi.json") return send(response, {});
        requests.push(recorded);
        const reply = replies.length > 1 ? replies.shift() : replies[0];
        send(response, typeof reply === "function" ? reply(recorded) : (reply ?? {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  beforeEach(() => {
    requests.length = 0;
    replies = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(...next) {
      replies = next;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(
  response: ServerResponse,
  { status = 200, headers, body = {}, reset, delay_ms = 0 }: Reply,
): void {
  setTimeout(() => {
    if (reset) {
      response.socket?.resetAndDestroy();
      return;
    }
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  }, delay_ms);
}
