/**
 * Fields of a request that the contract does not know. They are stored and shown, but have no effect here.
 */
import type { z } from "zod";
import { KEYS_MAXIMUM, VALUES_MAXIMUM } from "../../contract/limits.ts";
import { badRequest } from "../errors.ts";

/** The unknown fields of a body, in the form of a column. Null if there are none. */
export function unknownFieldsOf(schema: z.ZodObject, body: object): string | null {
  const fields = Object.entries(body).filter(([name]) => !Object.hasOwn(schema.shape, name));
  return fields.length === 0 ? null : JSON.stringify(Object.fromEntries(fields));
}

/** The fields of a body that the contract knows. */
export const knownOf = <T extends object>(schema: z.ZodObject, body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(schema.shape, name))) as T;

/**
 * The contents of a column written by `unknownFieldsOf`. Spread them first, so that they cannot replace the
 * service's own fields.
 */
export const readUnknownFields = (column: string | null): object =>
  column === null ? {} : JSON.parse(column);

/**
 * 400 if a record would have more fields after a change than a request may have. Otherwise, several changes
 * could create a record that clients cannot read.
 */
export function requireRoom(record: object): void {
  if (Object.keys(record).length > KEYS_MAXIMUM)
    throw badRequest(`a record has at most ${KEYS_MAXIMUM} fields; this change would give it more`);
  if (countValues(record) > VALUES_MAXIMUM * 2)
    throw badRequest(
      `a record has at most ${VALUES_MAXIMUM * 2} values in all; this change would give it more`,
    );
}

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const item of Object.values(value)) count += countValues(item);
  return count;
}
