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

/** Digits that a JSON number represents exactly. */
const DIGITS = /^[1-9]\d{0,14}$/;
const numbered = (value: unknown) =>
  typeof value === "string" && DIGITS.test(value) ? Number(value) : value;

/** The named fields of a record, as scalars. Ids that the API writes as digits in quotes become integers. */
export const pick = (record: unknown, names: readonly string[]): Record<string, Scalar> =>
  Object.fromEntries(
    names.map((name) => {
      const value = (record as Record<string, unknown>)[name];
      return [name, scalar(/(?:^|_)id$/.test(name) ? numbered(value) : value)];
    }),
  );

export const planId = z.string().optional().describe("id of a plan the person agreed to");
/** The id of an agent, a simulation, a digital human, a run, or its results. Digits in quotes are accepted too. */
export const id = z.preprocess(numbered, z.int().positive());
/** Items of an answer with these ids, and more fields. */
export const itemsWith = (...names: readonly string[]): z.ZodType<readonly Record<string, unknown>[]> =>
  z.array(z.looseObject(Object.fromEntries(names.map((name) => [name, id.nullable()]))));
/** The id of a call, a prompt version, or a metric. */
export const uuid = z.guid();
export const rate = z.number().nullable();
/** How many of each: passed, failed, inconclusive and so on. */
export const outcomes = z.record(z.string(), z.int()).nullable();
