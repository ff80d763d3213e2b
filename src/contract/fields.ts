/** Walks schemas along with their values. */
import { z } from "zod";

export type Schema = z.core.$ZodType;

/** The schema of a value that is present: without `optional`, `nullable` and `default`. */
export function withoutWrappers(schema: Schema): Schema {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.def.innerType;
  return inner;
}

/** The schema at a key or index inside a value; undefined if nothing is allowed there. */
export function schemaInside(schema: Schema, step: PropertyKey): Schema | undefined {
  const whole = withoutWrappers(schema);
  if (whole instanceof z.ZodUnknown) return whole;
  if (whole instanceof z.ZodArray) return whole.element;
  if (whole instanceof z.ZodRecord) return whole.valueType;
  if (!(whole instanceof z.ZodObject)) return undefined;
  if (Object.hasOwn(whole.shape, step)) return whole.shape[String(step)];
  return whole.def.catchall instanceof z.ZodUnknown ? whole.def.catchall : undefined;
}

/** The names of the fields of an object with this schema; for a union, those of every branch. */
export function fieldNames(schema: Schema | undefined): string[] {
  const whole = schema && withoutWrappers(schema);
  if (whole instanceof z.ZodUnion) return whole.options.flatMap(fieldNames);
  return whole instanceof z.ZodObject ? Object.keys(whole.shape) : [];
}
