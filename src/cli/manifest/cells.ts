import { z } from "zod";
import { type Schema, schemaInside, withoutWrappers } from "../../contract/fields.ts";

/**
 * Converts cells to the types of their fields: numbers and booleans as JSON writes them, lists as JSON or
 * separated by semicolons. A value that does not fit stays text, and the schema refuses it.
 */
export function fromCells(field: Schema | undefined, value: unknown): unknown {
  const schema = field && withoutWrappers(field);
  if (typeof value === "string") return fromCell(schema, value);
  if (typeof value !== "object" || value === null) return value;
  const inside = Object.entries(value).map(([step, item]): [string, unknown] => [
    step,
    fromCells(schema && schemaInside(schema, step), item),
  ]);
  return schema instanceof z.ZodArray ? inside.map(([, item]) => item) : Object.fromEntries(inside);
}

function fromCell(schema: Schema | undefined, cell: string): unknown {
  if (!schema || isText(schema)) return cell;
  if (schema instanceof z.ZodArray && !cell.trimStart().startsWith("["))
    return cell.split(";").map((item) => fromCells(schema.element, item.trim()));
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** Also true for a field that prefers text, such as an identifier that may also be a number. */
const isText = (schema: Schema): boolean =>
  schema instanceof z.ZodString ||
  schema instanceof z.ZodEnum ||
  (schema instanceof z.ZodUnion && schema.options[0] instanceof z.ZodString);
