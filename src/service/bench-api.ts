/** The HTTP API of a test, for an agent that answers by itself. The API is loaded with the first request. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Service } from "./service.ts";

export interface BenchApi {
  readonly url: string;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

/** @param world_key opens the world of any conversation */
export async function openBenchApi(service: Service, world_key: string): Promise<BenchApi> {
  let api: Promise<Api> | undefined;
  const server = createServer((request, response) => {
    api ??= openApi(service, world_key);
    api.then(
      ({ answer }) => answer(request, response),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, HOST, resolve);
  });
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await (await api)?.close();
    },
  };
}

interface Api {
  readonly answer: RequestListener;
  close(): Promise<void>;
}

async function openApi(service: Service, world_key: string): Promise<Api> {
  const { getRequestListener } = await import("@hono/node-server");
  const { createApp } = await import("./app.ts");
  const { handlers } = await import("./handlers/index.ts");
  const { hostRule } = await import("./http/host.ts");
  const { createAuditLog } = await import("./audit/audit-log.ts");
  const { report = () => undefined } = service;
  const audit = createAuditLog(service, report);
  const app = createApp({
    service,
    handlers,
    allowsHost: hostRule(HOST),
    report,
    audit,
    openness: { strict: false, dialect: "both" },
    world_key,
  });
  const answer = getRequestListener(app.fetch);
  return { answer: (request, response) => void answer(request, response), close: () => audit.close() };
}
