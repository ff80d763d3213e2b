/** The outcome of a request in the audit log. */
export const USE_OUTCOMES = ["done", "refused", "failed"] as const;
/** Why the request was refused before it was handled. */
export const KEY_REFUSALS = ["missing_key", "unknown_key", "revoked_key", "too_many_attempts"] as const;

export type KeyRefusal = (typeof KEY_REFUSALS)[number];

export interface KeyUse {
  /** The key's id, never the key; null if it is not in the store. */
  readonly key_id: string | null;
  readonly organization_id: string | null;
  readonly address: string;
  /** Name of the operation if it changes something; `read` for all others. */
  readonly operation: string;
  readonly outcome: (typeof USE_OUTCOMES)[number] | KeyRefusal;
}
