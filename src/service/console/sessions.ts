/** Who is signed in: a link that works once becomes a cookie. The secrets of both are stored as hashes only. */
import { randomBytes } from "node:crypto";
import { hashKey, type KeyOwner } from "../auth.ts";
import type { Service } from "../handler.ts";

const LINK_MS = 5 * 60_000;
const SESSION_MS = 12 * 60 * 60_000;

type Keeping = Pick<Service, "db" | "write" | "now">;

const makeSecret = () => randomBytes(32).toString("base64url");

/** A link for the owner of a key. Its secret is behind the `#`, which browsers send to nobody. */
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

/** Uses up a link. Returns the secret of the session that it began; undefined if the link is not valid any more. */
export async function redeemLink(service: Keeping, link: string): Promise<string | undefined> {
  const owner = await ownerOf(service, "link", link);
  if (!owner) return undefined;
  const { numDeletedRows } = await service.write((transaction) =>
    transaction
      .deleteFrom("console_session")
      .where("hash", "=", hashKey(link))
      .where("kind", "=", "link")
      .executeTakeFirstOrThrow(),
  );
  // Another browser was faster.
  if (numDeletedRows === 0n) return undefined;
  const secret = makeSecret();
  await keep(service, { kind: "session", secret, ...owner, for_ms: SESSION_MS });
  return secret;
}

/** For whom a session acts; undefined if it has ended, or its key was revoked. */
export const ownerOfSession = (service: Pick<Service, "db" | "now">, secret: string) =>
  ownerOf(service, "session", secret);

async function ownerOf(
  { db, now }: Pick<Service, "db" | "now">,
  kind: Kept["kind"],
  secret: string,
): Promise<KeyOwner | undefined> {
  return db
    .selectFrom("console_session")
    .innerJoin("api_key", "api_key.id", "console_session.key_id")
    .select(["console_session.organization_id", "console_session.key_id"])
    .where("console_session.hash", "=", hashKey(secret))
    .where("console_session.kind", "=", kind)
    .where("console_session.expires_at", ">", now().toISOString())
    .where("api_key.revoked_at", "is", null)
    .executeTakeFirst();
}

export async function endSession({ write }: Pick<Service, "write">, secret: string): Promise<void> {
  await write((transaction) =>
    transaction.deleteFrom("console_session").where("hash", "=", hashKey(secret)).execute(),
  );
}

/** The cookie of a session. A browser behind TLS sends it over TLS only. */
export const cookieOf = (secret: string, isSecure: boolean): string =>
  `${COOKIE}=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${secret === "" ? 0 : SESSION_MS / 1000}${isSecure ? "; Secure" : ""}`;

const COOKIE = "parley_session";

/** The secret in a `Cookie` header. */
export const secretIn = (header: string | undefined): string | undefined =>
  /(?:^|;\s*)parley_session=([\w-]{43})(?:;|$)/.exec(header ?? "")?.[1];
