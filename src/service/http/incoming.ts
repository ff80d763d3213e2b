/** Reads parts of a request from Node's own message: a web `Request` would convert all of it for each part. */
import type { IncomingMessage } from "node:http";
import { badRequest } from "../errors.ts";

/** Every `Host` header; Node's `headers` keep only the first. */
export function hostOf({ rawHeaders }: IncomingMessage): string | undefined {
  let hosts: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host")
      hosts = hosts === undefined ? rawHeaders[at + 1] : `${hosts}, ${rawHeaders[at + 1]}`;
  }
  return hosts;
}

/** The host in the request line itself, which only proxies receive: it takes precedence over the `Host` header. */
export const targetHostOf = ({ url = "" }: IncomingMessage): string | undefined =>
  !url.startsWith("/") && URL.canParse(url) ? new URL(url).host : undefined;

/** HTTP/1.0 has no chunked bodies: a proxy may mistake such a body for the next request. */
export const hasUnknownFraming = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === "1.0" && "transfer-encoding" in headers;

/** @throws Refused if the service cannot store it */
export function idempotencyKeyOf(incoming: IncomingMessage): string | undefined {
  const key = headerOf(incoming, "idempotency-key");
  if (key === undefined || /^[!-~]{1,255}$/.test(key)) return key;
  throw badRequest("Idempotency-Key must have 1 to 255 characters, all printable ASCII and none a space");
}

/** The key that a request carries: X-API-Key, or else a bearer token. */
export function keyOf(incoming: IncomingMessage): string | undefined {
  const key = headerOf(incoming, "x-api-key");
  if (key) return key;
  return /^bearer +([^\s]+) *$/i.exec(headerOf(incoming, "authorization") ?? "")?.[1];
}

/** The password of Basic authentication. */
export function basicPassword(incoming: IncomingMessage): string | undefined {
  const given = /^basic +([^\s]+) *$/i.exec(headerOf(incoming, "authorization") ?? "")?.[1];
  if (given === undefined) return undefined;
  const plain = Buffer.from(given, "base64").toString();
  return plain.slice(plain.indexOf(":") + 1);
}

export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The query of an absolute URL. */
export const queryOf = (url: string) =>
  url.includes("?") ? new URL(url).searchParams : new URLSearchParams();
