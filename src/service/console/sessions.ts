/**
 * Sessions: a link that works once is exchanged for a cookie. The secrets of both are stored only as hashes.
 */
import { randomBytes } from "node:crypto";
import { setImmediate as endOfTurn } from "node:timers/promises";
import { hashKey, type KeyOwner } from "../auth.ts";
import type { Clock } from "../clock.ts";
import { inChunks } from "../store/chunks.ts";
import type { Store } from "../store/store.ts";

const LINK_MS = 5 * 60_000;
const SESSION_MS = 12 * 60 * 60_000;

type Keeping = Pick<Store, "db" | "write"> & Clock;

const makeSecret = () => randomBytes(32).toString("base64url");

/** A link for the owner of a key. Its secret comes after the `#`, which browsers never send. */
export async function createLink(
  { organization_id, key_id }: KeyOwner,
  service: Keeping,
): Promise<{ path: string; expires_at: string }> {
  const secret = makeSecret();
  const expires_at = await keep(service, { kind: "link", secret, organization_id, key_id, for_ms: LINK_MS });
  return { path: `/#/sign-in/${secret}`, expires_at };
}

interface Kept extends KeyOwner {
  readonly kind: "link" | "session";
  readonly secret: string;
  readonly for_ms: number;
}

function keep(
  { write, now }: Keeping,
  { kind, secret, organization_id, key_id, for_ms }: Kept,
): Promise<string> {
  const at = now();
  const created_at = at.toISOString();
  const expires_at = new Date(at.getTime() + for_ms).toISOString();
  return write(async (transaction) => {
    await transaction.deleteFrom("console_session").where("expires_at", "<", created_at).execute();
    await transaction
      .insertInto("console_session")
      .values({ hash: hashKey(secret), kind, organization_id, key_id, created_at, expires_at })
      .execute();
    return expires_at;
  });
}

/** Uses up a link. Returns the secret of the new session. Undefined if the link is no longer valid. */
export async function redeemLink(service: Keeping, link: string): Promise<string | undefined> {
  const hash = hashKey(link);
  const owner = (await ownersOf(service, "link", [hash])).get(hash);
  if (!owner) return undefined;
  const { numDeletedRows } = await service.write((transaction) =>
    transaction
      .deleteFrom("console_session")
      .where("hash", "=", hash)
      .where("kind", "=", "link")
      .executeTakeFirstOrThrow(),
  );
  // Another browser used the link first.
  if (numDeletedRows === 0n) return undefined;
  const secret = makeSecret();
  await keep(service, { kind: "session", secret, ...owner, for_ms: SESSION_MS });
  return secret;
}

/** The owner of a session. Undefined if it has ended, or if its key was revoked. */
export type FindSession = (secret: string) => Promise<KeyOwner | undefined>;

/**
 * All sessions looked up in one turn of the event loop are found with one statement, because every page
 * checks its session when there is news.
 */
export function findSessions(service: Pick<Store, "db"> & Clock): FindSession {
  let hashes = new Set<string>();
  let finding: Promise<ReadonlyMap<string, KeyOwner>> | undefined;
  return async (secret) => {
    const hash = hashKey(secret);
    hashes.add(hash);
    finding ??= (async () => {
      await endOfTurn();
      const asked = [...hashes];
      hashes = new Set();
      finding = undefined;
      return ownersOf(service, "session", asked);
    })();
    return (await finding).get(hash);
  };
}

async function ownersOf(
  { db, now }: Pick<Store, "db"> & Clock,
  kind: Kept["kind"],
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KeyOwner>> {
  const rows = await inChunks(hashes, (some) =>
    db
      .selectFrom("console_session")
      .innerJoin("api_key", "api_key.id", "console_session.key_id")
      .select(["console_session.hash", "console_session.organization_id", "console_session.key_id"])
      .where("console_session.hash", "in", some)
      .where("console_session.kind", "=", kind)
      .where("console_session.expires_at", ">", now().toISOString())
      .where("api_key.revoked_at", "is", null)
      .execute(),
  );
  return new Map(rows.map(({ hash, organization_id, key_id }) => [hash, { organization_id, key_id }]));
}

export async function endSession({ write }: Pick<Store, "write">, secret: string): Promise<void> {
  await write((transaction) =>
    transaction.deleteFrom("console_session").where("hash", "=", hashKey(secret)).execute(),
  );
}

/** The cookie of a session. A browser that uses TLS sends it only over TLS. */
export const cookieOf = (secret: string, isSecure: boolean): string =>
  `${COOKIE}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${secret === "" ? 0 : SESSION_MS / 1000}${isSecure ? "; Secure" : ""}`;

const COOKIE = "parley_session";

/** The secret in a `Cookie` header. */
export const secretIn = (header: string | undefined): string | undefined =>
  /(?:^|;\s*)parley_session=([\w-]{43})(?:;|$)/.exec(header ?? "")?.[1];
