/** The messages for values that exceed the contract's limits. */
import { DEPTH_MAXIMUM, KEYS_MAXIMUM } from "./limits.ts";

export interface LimitIssue {
  readonly type: string;
  readonly message: string;
  readonly ctx: Readonly<Record<string, unknown>>;
}

export const TOO_DEEP: LimitIssue = {
  type: "nesting",
  message: `must not be nested more than ${DEPTH_MAXIMUM} levels deep`,
  ctx: { max_depth: DEPTH_MAXIMUM },
};

export const TOO_MANY_KEYS: LimitIssue = {
  type: "too_many_keys",
  message: `must have at most ${KEYS_MAXIMUM} keys`,
  ctx: { max_properties: KEYS_MAXIMUM },
};

export const tooManyValues = (maximum: number): LimitIssue => ({
  type: "too_many_values",
  message: `must have at most ${maximum} values in all`,
  ctx: { max_values: maximum },
});

export const tooManyItems = (maximum: number): LimitIssue => ({
  type: "list_too_long",
  message: `must have at most ${maximum} items`,
  ctx: { max_length: maximum },
});
