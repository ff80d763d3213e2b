/** A load balancer that sends each request to the next service, whoever sent it. */
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface Balancer {
  readonly url: string;
  /** Which service got each request: its position in the list. */
  readonly sent: { readonly path: string; readonly to: number }[];
  close(): void;
}

/** @param targets URLs of the services, read for each request */
export async function balance(targets: () => readonly string[]): Promise<Balancer> {
  const sent: { path: string; to: number }[] = [];
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url: path = "/", headers } = incoming;
    const to = sent.length % targets().length;
    sent.push({ path, to });
    // Keeps the client's host, because the service compares it with the page's origin.
    const forwarded = request(`${targets()[to]}${path}`, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
