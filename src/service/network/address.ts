import { BlockList, isIP } from "node:net";

/** Where an address leads: to this machine, to a network that is not public, or to the internet. */
type Reach = "loopback" | "private" | "public";

/** IPv4 ranges that are not globally reachable, by the IANA special-purpose registry (RFC 6890), and multicast. */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Global unicast IPv6, and the ranges in it that are not globally reachable or that embed an arbitrary IPv4 address. */
const GLOBAL_IPV6 = ["2000::", 3] as const;
const PRIVATE_IPV6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** Where an IP address leads. Throws a `TypeError` if it is not one. */
export function reachOf(address: string): Reach {
  switch (isIP(address)) {
    case 4:
      if (isIn(address, "ipv4", [["127.0.0.0", 8]])) return "loopback";
      return isIn(address, "ipv4", PRIVATE_IPV4) ? "private" : "public";
    case 6:
      if (isIn(address, "ipv6", [["::1", 128]])) return "loopback";
      if (!isIn(address, "ipv6", [GLOBAL_IPV6])) return "private";
      return isIn(address, "ipv6", PRIVATE_IPV6) ? "private" : "public";
    default:
      throw new TypeError(`${address} is not an IP address`);
  }
}

function isIn(
  address: string,
  family: "ipv4" | "ipv6",
  subnets: readonly (readonly [string, number])[],
): boolean {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list.check(address, family);
}

/** Whether a host to listen on is reachable from this machine only. The only such name is `localhost`. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 ? bare.toLowerCase() === "localhost" : reachOf(bare) === "loopback";
}
