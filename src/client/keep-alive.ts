import type { Agent, request as requestHttp } from "node:http";
import { getBuiltinModule } from "node:process";

interface KeepAlive {
  readonly open: typeof requestHttp;
  readonly agent: Agent;
}

/**
 * Opens requests to one origin over kept-alive connections. Loads either http or https, whichever is used,
 * and neither of them for a command that sends nothing.
 */
export function createKeepAlive(ca: string | undefined, connections: number) {
  const kept = { keepAlive: true, maxSockets: connections };
  let client: KeepAlive | undefined;
  return {
    for: (url: string): KeepAlive => {
      client ??= url.startsWith("https:") ? overTls() : overHttp();
      return client;
    },
    close: () => client?.agent.destroy(),
  };

  function overHttp(): KeepAlive {
    const { Agent, request } = getBuiltinModule("node:http");
    return { open: request, agent: new Agent(kept) };
  }

  function overTls(): KeepAlive {
    const { Agent, request } = getBuiltinModule("node:https");
    const { rootCertificates } = getBuiltinModule("node:tls");
    // A list of certificate authorities replaces the built-in list, so this list contains both.
    return { open: request, agent: new Agent({ ...kept, ...(ca && { ca: [...rootCertificates, ca] }) }) };
  }
}
