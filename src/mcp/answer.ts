/**
 * Values that the answers of several tools share: numbers, ids and words of the contract, never sentences of
 * a conversation.
 */
import { z } from "zod";

/** Ids, statuses and times contain no spaces, but a sentence does. */
const WORD = /^[\w.:+-]{1,80}$/;

export type Scalar = string | number | boolean | null;

/** The value if it is a number, a boolean or a single word; null for anything else. */
export const scalar = (value: unknown): Scalar => {
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "string" && WORD.test(value) ? value : null;
};

/** The named fields of a record, as scalars. */
export const pick = (record: unknown, names: readonly string[]): Record<string, Scalar> =>
  Object.fromEntries(names.map((name) => [name, scalar((record as Record<string, unknown>)[name])]));

export const planId = z.string().optional().describe("id of a plan the person agreed to");
export const id = z.int().positive();
export const rate = z.number().nullable();
/** How many of each: passed, failed, inconclusive and so on. */
export const outcomes = z.record(z.string(), z.int()).nullable();
