import { isLoopbackHost } from "../network/address.ts";

/** Whether a request with this `Host` header is meant for this service. */
export type AllowsHost = (host: string | undefined) => boolean;

/**
 * Protects against DNS rebinding: a web page whose name is made to point at this machine still sends its own name. A
 * service that only this machine can reach accepts the names of this machine and any allowed names. A service that
 * others can reach cannot know its names: it accepts every name, unless some are listed.
 * @param listens the address that the service listens on
 */
export function hostRule(listens: string, allowed: readonly string[] = []): AllowsHost {
  if (allowed.length === 0 && !isLoopbackHost(listens)) return () => true;
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  // Clients send the same host over and over.
  let accepted: string | undefined;
  return (host) => {
    if (host === undefined) return false;
    if (host === accepted) return true;
    const name = host.replace(/:\d*$/, "").toLowerCase();
    const allows = names.has(name) || isLoopbackHost(name);
    if (allows) accepted = host;
    return allows;
  };
}
