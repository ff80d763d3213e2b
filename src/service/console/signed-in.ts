/** Whether a request with a cookie comes from the console itself, and whose session it is. */
import type { IncomingMessage } from "node:http";
import type { KeyOwner } from "../auth.ts";
import { Refused } from "../errors.ts";
import { headerOf, hostOf } from "../http/incoming.ts";
import { type FindSession, secretIn } from "./sessions.ts";

/** The owner of the session whose cookie the request has; undefined without one. */
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
 * Browsers send a cookie along wherever a request comes from on the same host, and every port is the same host. So a
 * request that acts by cookie must come from a page of this very service.
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
