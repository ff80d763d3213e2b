import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

/** A body, the status of a refusal, or "hang" to never answer. */
export type FileAnswer = string | Uint8Array | number | "hang";

/** An HTTP server from which files are fetched. */
export function useFiles() {
  const answers = new Map<string, FileAnswer[]>();
  const asked = new Map<string, number>();
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? "";
      const left = answers.get(path) ?? [404];
      asked.set(path, (asked.get(path) ?? 0) + 1);
      const answer = left.length > 1 ? left.shift() : left[0];
      if (answer === "hang") return;
      if (typeof answer === "number") response.writeHead(answer).end();
      else response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    /** Answers requests for a path with these in order, and then always with the last. Returns the URL. */
    serve(path: string, ...given: FileAnswer[]): string {
      answers.set(path, given);
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    },
    requests: (path: string) => asked.get(path) ?? 0,
  };
}
