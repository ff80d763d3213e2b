import type { Agent, request as requestHttp } from "node:http";
import { getBuiltinModule } from "node:process";

interface Opener {
  readonly open: typeof requestHttp;
  readonly agent: Agent;
}

/**
 * How requests to one origin are opened, over kept-alive connections. Of http and https that one is loaded which is
 * used, and neither by a command that asks nothing.
 */
export function createOpener(ca: string | undefined, connections: number) {
  const kept = { keepAlive: true, maxSockets: connections };
  let opener: Opener | undefined;
  return {
    for: (url: string): Opener => {
      opener ??= url.startsWith("https:") ? overTls() : overHttp();
      return opener;
    },
    close: () => opener?.agent.destroy(),
  };

  function overHttp(): Opener {
    const { Agent, request } = getBuiltinModule("node:http");
    return { open: request, agent: new Agent(kept) };
  }

  function overTls(): Opener {
    const { Agent, request } = getBuiltinModule("node:https");
    const { rootCertificates } = getBuiltinModule("node:tls");
    // A list of authorities replaces the built-in one, so it holds both.
    return { open: request, agent: new Agent({ ...kept, ...(ca && { ca: [...rootCertificates, ca] }) }) };
  }
}
