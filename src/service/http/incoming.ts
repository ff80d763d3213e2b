/** What a request says, read from Node's own message: a web `Request` would be made of all of it for each part. */
import type { IncomingMessage } from "node:http";

/** Every `Host` that was sent: of several, Node's `headers` have the first. */
export function hostOf({ rawHeaders }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && /^host$/i.test(rawHeaders[at - 1] ?? ""));
  return hosts.length === 0 ? undefined : hosts.join(", ");
}

export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
