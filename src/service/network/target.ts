/**
 * What the service may connect to when users name it: the URLs of recordings, transcripts and webhooks. Without a
 * check they would be a way into the service's own network.
 */
import { type LookupAddress, promises } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { reachOf } from "./address.ts";

export interface TargetPolicy {
  /** Allows every address. */
  readonly allow_private: boolean;
  /** Allows this machine; used if the service itself can be reached only from this machine. */
  readonly allow_loopback: boolean;
}

/** All addresses of a host name. Rejects if there is none. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

const lookupAll: Lookup = (hostname) => promises.lookup(hostname, { all: true });

/** A target was refused; the message says why. */
export class TargetRefused extends Error {
  readonly code = "ERR_TARGET_REFUSED";
}

/**
 * Whether a URL may be connected to: http or https, and every address of its host allowed. A host that cannot be
 * resolved rejects as `lookup` does. A name may resolve to something else a moment later, so connect to the
 * address in the answer or use a `guardedLookup`.
 */
export async function checkTarget(
  url: string,
  policy: TargetPolicy,
  lookup: Lookup = lookupAll,
): Promise<{ readonly address: string } | { readonly refusal: string }> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    return { refusal: `URLs must be http or https, not ${protocol}` };
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await lookup(host) : [{ address: host }];
  const refusal = refusalOf(host, addresses, policy);
  if (refusal !== null) return { refusal };
  const [first] = addresses;
  return first ? { address: first.address } : { refusal: `${host} has no address` };
}

/**
 * A `lookup` for sockets that refuses with `TargetRefused` at the moment of connecting, so that a name cannot change
 * between the check and the connection. Node does not look up hosts that are IP addresses: `checkTarget` checks those.
 */
export function guardedLookup(policy: TargetPolicy, lookup: Lookup = lookupAll): LookupFunction {
  return (hostname, { all, family }, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const refusal = refusalOf(hostname, addresses, policy);
        const wanted = addresses.filter((entry) => !family || familyNumber(family) === entry.family);
        const [first] = wanted;
        if (refusal !== null) callback(new TargetRefused(refusal), "");
        else if (!first) callback(new TargetRefused(`${hostname} has no address`), "");
        else if (all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

const familyNumber = (family: number | string) =>
  typeof family === "number" ? family : Number(family.slice(-1));

function refusalOf(
  host: string,
  addresses: readonly { address: string }[],
  { allow_private, allow_loopback }: TargetPolicy,
): string | null {
  if (allow_private) return null;
  for (const { address } of addresses) {
    const reach = reachOf(address);
    if (reach === "public" || (reach === "loopback" && allow_loopback)) continue;
    const shown = address === host ? address : `${host} (${address})`;
    return `${shown} is a ${reach} address, and this service does not connect to those`;
  }
  return null;
}
