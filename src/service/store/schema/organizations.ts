/** Organizations, their keys, and who is signed in to the console. */
import type { Fixed } from "./fixed.ts";

interface OrganizationTable {
  id: Fixed<string>;
  name: string;
  created_at: Fixed<string>;
}

interface ApiKeyTable {
  /** SHA-256 of the key, hexadecimal. The key itself is never stored. */
  hash: Fixed<string>;
  /** A name for the key where the key itself must not appear. */
  id: Fixed<string>;
  organization_id: Fixed<string>;
  name: Fixed<string | null>;
  /** Its first characters, for random keys only: for a key that a person chose, they might be all of it. */
  beginning: Fixed<string | null>;
  created_at: Fixed<string>;
  /** When it was revoked; it is refused from then on. */
  revoked_at: string | null;
}

/** How often a key was used in one way on one day. */
interface KeyUseTable {
  /** YYYY-MM-DD in UTC. */
  day: Fixed<string>;
  /** Id of the key; empty if it is not in the store. */
  key_id: Fixed<string>;
  organization_id: Fixed<string>;
  address: Fixed<string>;
  operation: Fixed<string>;
  outcome: Fixed<string>;
  first_at: Fixed<string>;
  last_at: string;
  count: number;
}

/** A browser that is signed in to the console, or a link that signs one in. */
interface ConsoleSessionTable {
  /** SHA-256 of the secret, hexadecimal. The secret itself is never stored. */
  hash: Fixed<string>;
  kind: Fixed<"link" | "session">;
  organization_id: Fixed<string>;
  /** The key that it acts for; once that is revoked, the session is worthless. */
  key_id: Fixed<string>;
  created_at: Fixed<string>;
  expires_at: Fixed<string>;
}

export interface OrganizationTables {
  organization: OrganizationTable;
  api_key: ApiKeyTable;
  key_use: KeyUseTable;
  console_session: ConsoleSessionTable;
}
