import { createHttpTransport } from "./http.ts";
import type { SingleRequest, Transport, TransportAnswer, TransportOptions } from "./transport.ts";

const PROXY_VARIABLES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

/**
 * Chooses the transport of a command. A single request uses Node's own HTTP, which loads in a fraction of
 * undici's time. So does a body that is created while it is sent. If many requests are announced, if several
 * run at the same time, or if a proxy is set, undici takes over: it is fastest with many connections. A proxy
 * needs undici for bodies too.
 */
export function createTransport(options: TransportOptions): Transport {
  const proxied = PROXY_VARIABLES.some((name) => options.env[name]);
  let single: Transport<SingleRequest> | undefined;
  let uploads: ReturnType<typeof loadUploads> | undefined;
  let loading: Promise<Transport> | undefined;
  let pool: Transport | undefined;
  let busy = false;

  async function loadPool(): Promise<Transport> {
    const { createUndiciTransport } = await import("./undici.ts");
    const proxy = proxied ? (await import("./proxy.ts")).createProxy(options) : undefined;
    pool = createUndiciTransport(options, proxy);
    return pool;
  }

  async function sendAlone(request: SingleRequest): Promise<TransportAnswer> {
    busy = true;
    try {
      single ??= createHttpTransport(options);
      return await single.send(request);
    } finally {
      busy = false;
    }
  }

  return {
    send(request) {
      const { body } = request;
      if (typeof body === "function" && !proxied) {
        uploads ??= loadUploads(options);
        return uploads.then((transport) => transport.send({ ...request, body }));
      }
      // Already loaded: thousands of requests must not each wait a turn of the event loop.
      if (pool) return pool.send(request);
      if (proxied || options.many || busy || loading || typeof body === "function") {
        loading ??= loadPool();
        return loading.then((transport) => transport.send(request));
      }
      return sendAlone({ ...request, body });
    },
    async close() {
      const made = [single, uploads, loading];
      await Promise.all(made.map(async (transport) => (await transport)?.close()));
    },
  };
}

const loadUploads = async (options: TransportOptions) =>
  (await import("./upload.ts")).createUploadTransport(options);
