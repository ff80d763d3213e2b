/** The words of an agent: what they are held against, and how they are compared and quoted. */
import type { Said } from "../understanding/understood.ts";

/** What else the agent may have a value from. */
export interface Words {
  readonly prompt: string;
  readonly knowledge_base: string;
  readonly transcript: readonly Said[];
}

export const quoted = (text: string): string => JSON.stringify(text);

export const isAny = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** The form of a code: `8F` and `9A` have the same. */
export const formOf = (code: string): string => code.replace(/\d/g, "9").replace(/[A-Za-z]/g, "A");
