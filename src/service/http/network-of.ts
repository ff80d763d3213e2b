import { isIPv6 } from "node:net";

/**
 * The network of an address: the first 64 bits of IPv6, because anyone with one address of a network has all
 * of them (RFC 4291, RFC 6177). For IPv4, also within IPv6, it is the address itself.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [bare = ""] = address.split("%");
  const [head = "", tail] = bare.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const before = groups(head);
  const after = groups(tail ?? "");
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  const first = (tail === undefined ? before : [...before, ...zeros, ...after]).slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
