/** What a request says, read from Node's own message: a web `Request` would be made of all of it for each part. */
import type { IncomingMessage } from "node:http";

/** Every `Host` that was sent: of several, Node's `headers` have the first. */
export function hostOf({ rawHeaders }: IncomingMessage): string | undefined {
  let hosts: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host")
      hosts = hosts === undefined ? rawHeaders[at + 1] : `${hosts}, ${rawHeaders[at + 1]}`;
  }
  return hosts;
}

export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
