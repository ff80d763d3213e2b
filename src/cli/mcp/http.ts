/** The protocol over HTTP, only for programs on this machine. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { usage } from "../../lib/failure.ts";
import { hostRule } from "../../service/http/host.ts";
import type { Address } from "../listen/address.ts";
import { createServer as createMcpServer } from "./server.ts";
import type { Session } from "./session.ts";

const PATH = "/mcp";

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** @throws Failure (usage) if it cannot listen on the address */
export async function listen(session: Session, { host, port }: Address): Promise<Listening> {
  const allowsHost = hostRule("127.0.0.1");
  if (!allowsHost(host.includes(":") ? `[${host}]` : host))
    throw usage(`${host} is not an address of this machine alone`, {
      where: "--http",
      hint: "the server acts with your key, so only programs of this machine may reach it",
    });
  const handler = createMcpHandler(() => createMcpServer(session));
  const answer = async (request: Request): Promise<Response> => {
    const origin = request.headers.get("origin");
    // A web page that was made to point here sends its own name as Host, and every page sends it as Origin.
    if (!allowsHost(request.headers.get("host") ?? undefined)) return refused("Host");
    if (origin !== null && !(URL.canParse(origin) && allowsHost(new URL(origin).host)))
      return refused("Origin");
    if (new URL(request.url).pathname !== PATH) return Response.json({ error: "not found" }, { status: 404 });
    return handler.fetch(request);
  };
  const server = createServer(getRequestListener(answer));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, port)));
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}${PATH}`,
    async close() {
      await handler.close();
      await closed(server);
    },
  };
}

const refused = (header: string) =>
  Response.json(
    {
      jsonrpc: "2.0",
      id: null,
      error: { code: -32_000, message: `this server does not answer for that ${header}` },
    },
    { status: 403 },
  );

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const cannotListen = ({ code, message }: NodeJS.ErrnoException, port: number) =>
  usage(
    code === "EADDRINUSE" ? `port ${port} is already in use` : `cannot listen on port ${port}: ${message}`,
    {
      where: "--http",
      hint: "port 0 picks a free one",
    },
  );
