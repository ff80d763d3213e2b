import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes as text, which the signature is computed from. */
  readonly body: string;
}

/**
 * How the receiver reacts to a request: it answers with a status or a body, breaks the connection, or never
 * answers.
 */
export type Reaction = number | "reset" | "hang" | { readonly body: string | Promise<string> };

/**
 * An HTTP server that records its requests and reacts as it is told, with 200 when no reactions are left. A
 * conversation that an earlier test left running may still send something: what arrives at an address from before
 * the last reset gets a 200, and takes no reaction away from the present test.
 */
export function useReceiver() {
  const received: ReceivedWebhook[] = [];
  let reactions: Reaction[] = [];
  let resets = 0;
  let server: Server;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const [, given = "", path = ""] = /^\/(\d+)(\/.*)$/.exec(request.url ?? "") ?? [];
      if (Number(given) < resets) return response.end();
      received.push({ path, headers: request.headers, body });
      const reaction = reactions.shift() ?? 200;
      if (reaction === "reset") response.destroy();
      else if (typeof reaction === "object") {
        const answer = await reaction.body;
        response.writeHead(200, { "content-type": "application/json" }).end(answer);
      } else if (reaction !== "hang") response.writeHead(reaction, { location: "/elsewhere" }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${resets}${path}`,
    requests: () => [...received],
    answer: (...next: Reaction[]) => {
      reactions = next;
    },
    reset: () => {
      resets++;
      received.length = 0;
      reactions = [];
    },
  };
}
