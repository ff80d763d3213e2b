import { createHttpTransport } from "./http.ts";
import type { SingleRequest, Transport, TransportOptions } from "./transport.ts";

const PROXY_VARIABLES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/**
 * The transport of a command. A single request goes over Node's own HTTP, which is loaded in a fraction of undici's
 * time, and so does a body that is made while it is sent. From where other requests run side by side, or a proxy is in
 * force, undici takes over: many connections are what it is fastest at.
 */
export function createTransport(options: TransportOptions): Transport {
  const proxied = PROXY_VARIABLES.some((name) => options.env[name]);
  let single: Transport<SingleRequest> | undefined;
  let uploads: ReturnType<typeof loadUploads> | undefined;
  let pool: Promise<Transport> | undefined;
  let busy = false;

  return {
    async send(request) {
      const { body } = request;
      if (typeof body === "function" && !proxied) {
        uploads ??= loadUploads(options);
        return (await uploads).send({ ...request, body });
      }
      if (proxied || busy || pool || typeof body === "function") {
        pool ??= import("./undici.ts").then(({ createUndiciTransport }) =>
          createUndiciTransport(options, proxied),
        );
        return (await pool).send(request);
      }
      busy = true;
      try {
        single ??= createHttpTransport(options);
        return await single.send({ ...request, body });
      } finally {
        busy = false;
      }
    },
    async close() {
      await Promise.all([single?.close(), ...[uploads, pool].map(async (made) => (await made)?.close())]);
    },
  };
}

const loadUploads = async (options: TransportOptions) =>
  (await import("./upload.ts")).createUploadTransport(options);
