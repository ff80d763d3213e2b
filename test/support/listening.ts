import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { createApp } from "../../src/service/app.ts";
import { handlers } from "../../src/service/handlers/index.ts";
import { createServer, LIMITS } from "../../src/service/http/limits.ts";
import type { Service } from "../../src/service/service.ts";
import { ACME_KEY, type Calls, callsWith } from "./service.ts";

/**
 * The service of `useStore` over HTTP, until the test file ends.
 *
 * @param report receives the service's failures; by default, the test fails
 */
export async function listening(service: Service, report: (error: unknown) => void = fail): Promise<Calls> {
  const app = createApp({
    service,
    openness: { strict: false, dialect: "both" },
    handlers,
    allowsHost: () => true,
    audit: { record: () => undefined, close: async () => undefined },
    report,
  });
  const { server } = createServer(app.fetch, LIMITS);
  afterAll(async () => {
    server.close();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return callsWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, ACME_KEY);
}

function fail(error: unknown): never {
  throw error;
}
