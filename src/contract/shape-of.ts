/** The outline of a schema: where numbers, ids and lists are. */
import { z } from "zod";
import { type Schema, withoutWrappers } from "./fields.ts";

/** Where a value has numbers, texts and lists: a list has the shape of its items. Null: anything. */
export type Shape =
  | "integer"
  | "number"
  | "text"
  | null
  | readonly [Shape]
  | { readonly [name: string]: Shape };

/** Texts that programs compare. Other texts are only shown, so their type doesn't matter. */
const ID = /(?:^|_)ids?$/;

/** The outline of an answer: its numbers and ids. */
export function shapeOfAnswer(schema: Schema): Shape {
  const whole = withoutWrappers(schema);
  if (whole instanceof z.ZodArray) return listOf(shapeOfAnswer(whole.element));
  if (whole instanceof z.ZodObject) return fieldsOf(whole, shapeOfAnswer);
  if (whole instanceof z.ZodNumber) return whole.isInt ? "integer" : "number";
  return whole instanceof z.ZodString || whole instanceof z.ZodStringFormat ? "text" : null;
}

/**
 * The outline of a body: only its ids. An id that may be sent as a number and as a text is published as the first of the
 * two.
 */
export function shapeOfBody(schema: Schema): Shape {
  const whole = withoutWrappers(schema);
  if (whole instanceof z.ZodArray) return listOf(shapeOfBody(whole.element));
  if (whole instanceof z.ZodObject) return fieldsOf(whole, shapeOfBody);
  if (!(whole instanceof z.ZodUnion)) return null;
  const [first] = whole.options;
  if (first instanceof z.ZodUnion) return shapeOfBody(first);
  const isId = accepts(whole, 1) && accepts(whole, "1") && !accepts(whole, true);
  return isId && first ? (accepts(first, "1") ? "text" : "integer") : null;
}

const listOf = (item: Shape): Shape => (item === null ? null : [item]);

function fieldsOf({ shape }: z.ZodObject, of: (field: Schema) => Shape): Shape {
  const fields = Object.entries(shape)
    .map(([name, field]) => [name, of(field)] as const)
    .filter(([name, shape]) => shape !== null && ([shape].flat()[0] !== "text" || ID.test(name)));
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

const accepts = (schema: Schema, value: unknown) => z.safeParse(schema, value).success;
