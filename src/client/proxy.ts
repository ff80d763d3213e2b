import { EnvHttpProxyAgent } from "undici";
import { connectionOptions } from "./connection-options.ts";
import { ANSWER_BYTES_MAXIMUM, type TransportOptions } from "./transport.ts";

/** Connections through the proxies named by the environment. This loads all of undici. */
export function createProxy(options: TransportOptions): EnvHttpProxyAgent {
  const connect = connectionOptions(options);
  const { connections } = options;
  return new EnvHttpProxyAgent({
    connections,
    maxResponseSize: ANSWER_BYTES_MAXIMUM,
    connect,
    requestTls: connect,
  });
}
