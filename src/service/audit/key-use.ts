/** What came of a request, as the audit log counts it. */
export const USE_OUTCOMES = ["done", "refused", "failed"] as const;
/** Why nobody got as far as making a request. */
export const KEY_REFUSALS = ["missing_key", "unknown_key", "revoked_key", "too_many_attempts"] as const;

export type KeyRefusal = (typeof KEY_REFUSALS)[number];

export interface KeyUse {
  /** Never the key; null where it is none of the store. */
  readonly key_id: string | null;
  readonly organization_id: string | null;
  readonly address: string;
  /** Name of the operation where it changes something; `read` for all others. */
  readonly operation: string;
  readonly outcome: (typeof USE_OUTCOMES)[number] | KeyRefusal;
}
