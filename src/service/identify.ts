/** Whose request it is: by its key, its session of the console, or the signature of a platform. */
import type { IncomingMessage } from "node:http";
import { type KeyOwner, KeyRefused } from "./auth.ts";
import type { FindSession } from "./console/sessions.ts";
import { signedIn } from "./console/signed-in.ts";
import { Refused } from "./errors.ts";
import type { Context } from "./http/environment.ts";
import { headerOf, keyOf, queryOf } from "./http/incoming.ts";
import type { Attempts, FindOwner } from "./http/keys.ts";
import type { Admit } from "./http/rate-limit.ts";
import { bearerRequest, type SignedRequest, signedRequest } from "./imports/signed-owner.ts";
import type { Service } from "./service.ts";

/** What knows the keys, and limits how often they may be tried and used. */
export interface Gate {
  readonly service: Service;
  readonly admit: Admit | undefined;
  readonly attempts: Attempts;
  readonly ownerOf: FindOwner;
  readonly ownerOfSession: FindSession;
}

/** A request with a platform's signature and no key: its organization is known once its body has been read. */
export async function signedFor(
  c: Context,
  { service, attempts, admit }: Gate,
): Promise<SignedRequest | undefined> {
  const { incoming } = c.env;
  if (headerOf(incoming, "x-api-key")) return undefined;
  const address = incoming.socket.remoteAddress ?? "";
  const asked = { vendor: c.req.param("vendor") ?? "", agent_id: queryOf(c.req.url).get("agent_id") };
  const token = keyOf(incoming);
  if (token !== undefined) {
    const bearer = await bearerRequest(service, token, asked);
    if (bearer) await admit?.(`${asked.vendor} ${asked.agent_id}`);
    if (bearer) c.set("organization_id", bearer.organization_id);
    return bearer;
  }
  const refused = (error: unknown): never => {
    if (error instanceof KeyRefused) attempts.failed(address);
    throw error;
  };
  attempts.admit(address);
  const signed = await signedRequest(service, incoming, asked).catch(refused);
  if (!signed) return undefined;
  if (admit) await admit(`${asked.vendor} ${asked.agent_id}`);
  const checked = (find: () => KeyOwner) => {
    try {
      const owner = find();
      c.set("organization_id", owner.organization_id);
      return owner;
    } catch (error) {
      return refused(error);
    }
  };
  return {
    ...signed,
    ownerOf: (body) => checked(() => signed.ownerOf(body)),
    ownerOfSkimmed: () => checked(() => signed.ownerOfSkimmed()),
  };
}

/**
 * The organization of a request: the owner of its key, or of the console session. Each key has a limited number of
 * requests a minute.
 */
export async function ownerFor(c: Context, gate: Gate): Promise<KeyOwner> {
  const { organization_id, key_id } = await identify(c, gate);
  c.set("organization_id", organization_id);
  c.set("key_id", key_id);
  await gate.admit?.(keyOf(c.env.incoming) ?? `console ${key_id}`);
  return { organization_id, key_id };
}

export async function identify({ env }: Context, { ownerOf, ownerOfSession }: Gate): Promise<KeyOwner> {
  const { incoming } = env;
  const key = keyOf(incoming);
  const person = key === undefined ? await signedIn(ownerOfSession, incoming) : undefined;
  return person ?? ownerOf(incoming.socket.remoteAddress ?? "", key);
}

/**
 * A session that could make links would never end: whoever took its cookie could make another session from it.
 * @throws Refused (403)
 */
export function requireKey(incoming: IncomingMessage): void {
  if (keyOf(incoming) === undefined)
    throw new Refused(403, "a session makes no links; `parley open` makes one with a key");
}
