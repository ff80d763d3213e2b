/** Whether a request with a cookie comes from the console itself, and which session it has. */
import type { IncomingMessage } from "node:http";
import type { KeyOwner } from "../auth.ts";
import { Refused } from "../errors.ts";
import { headerOf, hostOf } from "../http/incoming.ts";
import { type FindSession, secretIn } from "./sessions.ts";

/** The owner of the session in the request's cookie. Undefined without one. */
export async function signedIn(
  ownerOfSession: FindSession,
  incoming: IncomingMessage,
): Promise<KeyOwner | undefined> {
  const secret = secretIn(headerOf(incoming, "cookie"));
  if (secret === undefined) return undefined;
  requireOwnPage(incoming);
  return ownerOfSession(secret);
}

/**
 * Browsers send a cookie with every request to the same host, wherever it comes from, and ports do not count.
 * So a request that uses a cookie must come from a page of this service.
 * @throws Refused (403)
 */
export function requireOwnPage(incoming: IncomingMessage): void {
  const origin = headerOf(incoming, "origin");
  const from = headerOf(incoming, "sec-fetch-site");
  const isOwn =
    origin === undefined
      ? incoming.method === "GET" && (from === undefined || from === "same-origin")
      : URL.canParse(origin) && new URL(origin).host === hostOf(incoming);
  if (!isOwn) throw new Refused(403, "this request comes from a page of another origin");
}
