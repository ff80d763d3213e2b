import type { z } from "zod";
import type { ValidationItem } from "../../contract/schemas/index.ts";
import { withoutSecrets } from "../../contract/secrets.ts";

export type Fault = z.output<typeof ValidationItem>;

/** A request that does not fit the contract: answered with 422 and every fault at once. */
export class Invalid extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super("the request does not fit the contract");
    this.faults = faults;
  }
}

/** Longest text that a fault echoes; a recording in the wrong field is not sent back whole. */
const ECHO_MAXIMUM = 1000;

/** What was sent at a path, as far as an error should repeat it: without secrets, and not at any length. */
export function echo(sent: unknown, path: readonly PropertyKey[]): unknown {
  const input = withoutSecrets(sent, path);
  if (typeof input === "string" && input.length > ECHO_MAXIMUM) return `${input.slice(0, ECHO_MAXIMUM)}…`;
  if (typeof input !== "object" || input === null) return input ?? null;
  const text = JSON.stringify(input);
  return text.length > ECHO_MAXIMUM ? `${text.slice(0, ECHO_MAXIMUM)}…` : input;
}
