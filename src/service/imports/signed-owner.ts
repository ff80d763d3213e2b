/** Requests that carry a platform's signature instead of a key. */
import type { IncomingMessage } from "node:http";
import type { Output } from "../../contract/types.ts";
import { type KeyOwner, KeyRefused } from "../auth.ts";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import { isBearerOf, isSignedBy, type Skim, signatureIn, skimOf } from "./signatures.ts";

/** A signed request before its body has arrived. */
export interface SignedRequest {
  /** The owner, if the signature is right. */
  readonly organization_id: string;
  /** @throws KeyRefused (401) if the signature does not match the body */
  ownerOf(body: Uint8Array): KeyOwner;
  /** Checks a body that is too large to be held. */
  readonly skim?: Skim | undefined;
  /** @throws KeyRefused (401) if the signature does not match the body that was skimmed */
  ownerOfSkimmed(): KeyOwner;
}

interface Asked {
  readonly vendor: string;
  /** From the query. */
  readonly agent_id: string | null;
}

/**
 * The request, if it is signed. The agent determines the organization and the secret. The body is not read
 * before it is known that there is a secret.
 * @throws KeyRefused (401) if the agent does not exist or has no `import_secret`: both get the same answer
 */
export async function signedRequest(
  { db, now }: Pick<Store, "db"> & Clock,
  { headers }: Pick<IncomingMessage, "headers">,
  { vendor, agent_id }: Asked,
): Promise<SignedRequest | undefined> {
  const signature = signatureIn(vendor, headers);
  if (signature === undefined) return undefined;
  const { id, organization_id, secret } = await secretOf(db, agent_id);
  if (organization_id === undefined || !secret)
    throw new KeyRefused(
      "unknown_key",
      "a signed request needs ?agent_id= of an agent with an import_secret; others need the header X-API-Key",
    );
  const owner = { organization_id, key_id: `${vendor} of agent ${id}` };
  const signed = { secret, ...signature, now: now().getTime() };
  const skim = skimOf(vendor, signed);
  const ownerIf = (isRight: boolean): KeyOwner => {
    if (isRight) return owner;
    throw new KeyRefused(
      "unknown_key",
      `the signature is not that of this body with agent ${id}'s import_secret`,
    );
  };
  return {
    organization_id,
    skim,
    ownerOf: (body) => ownerIf(isSignedBy(vendor, { ...signed, body })),
    ownerOfSkimmed: () => ownerIf(skim?.isRight() === true),
  };
}

/** A request whose bearer token is the agent's secret. Undefined if it is not: it may be an API key. */
export async function bearerRequest(
  { db }: Pick<Store, "db">,
  token: string,
  { vendor, agent_id }: Asked,
): Promise<SignedRequest | undefined> {
  const { id, organization_id, secret } = await secretOf(db, agent_id);
  if (organization_id === undefined || !secret || !isBearerOf(vendor, token, secret)) return undefined;
  const owner = { organization_id, key_id: `${vendor} of agent ${id}` };
  return { organization_id, ownerOf: () => owner, ownerOfSkimmed: () => owner };
}

async function secretOf(db: Store["db"], agent_id: string | null) {
  const id = /^\d{1,15}$/.test(agent_id ?? "") ? Number(agent_id) : undefined;
  const row =
    id === undefined
      ? undefined
      : await db
          .selectFrom("agent")
          .select(["organization_id", "record"])
          .where("id", "=", id)
          .executeTakeFirst();
  const { import_secret: secret }: Output<"AgentCreate"> = JSON.parse(row?.record ?? "{}");
  return { id, organization_id: row?.organization_id, secret };
}
