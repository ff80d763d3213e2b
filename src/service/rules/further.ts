/** Fields that a request has and the contract does not know: they are stored and shown, and mean nothing here. */
import type { z } from "zod";
import { KEYS_MAXIMUM, VALUES_MAXIMUM } from "../../contract/limits.ts";
import { badRequest } from "../errors.ts";

/** Those of a body, as a column stores them; null without any. */
export function furtherOf(schema: z.ZodObject, body: object): string | null {
  const fields = Object.entries(body).filter(([name]) => !Object.hasOwn(schema.shape, name));
  return fields.length === 0 ? null : JSON.stringify(Object.fromEntries(fields));
}

/** The fields of a body that the contract knows. */
export const knownOf = <T extends object>(schema: z.ZodObject, body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(schema.shape, name))) as T;

/** What a column of `furtherOf` says. Spread it first, so that it replaces nothing that the service says itself. */
export const readFurther = (column: string | null): object => (column === null ? {} : JSON.parse(column));

/**
 * 400 if a record has more fields after a change than a request may have: changes that each add some must not make one that nobody
 * can read any more.
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
