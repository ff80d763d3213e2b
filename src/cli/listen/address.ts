import { usage } from "../../lib/failure.ts";

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * `host:port`, `:port` or only a port. An IPv6 address is in brackets. Without a host, it is the loopback
 * address.
 * @throws Failure (usage)
 */
export function parseAddress(text: string): Address {
  const [, bracketed, plain, digits] = /^(?:(?:\[([\da-f:.]+)\]|([^:[\]]*)):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535)
    throw usage(`must be host:port such as 127.0.0.1:9099, not "${text}"`);
  return { host: bracketed ?? (plain || "127.0.0.1"), port };
}
