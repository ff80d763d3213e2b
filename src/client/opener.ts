import type { Agent, request as requestHttp } from "node:http";
import { getBuiltinModule } from "node:process";

interface Opener {
  readonly open: typeof requestHttp;
  readonly agent: Agent;
}

/**
 * Opens requests to one origin over kept-alive connections. Loads either http or https, whichever is used,
 * and neither of them for a command that sends nothing.
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
    // A list of certificate authorities replaces the built-in list, so this list contains both.
    return { open: request, agent: new Agent({ ...kept, ...(ca && { ca: [...rootCertificates, ca] }) }) };
  }
}
