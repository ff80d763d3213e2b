import { z } from "zod";
import { fieldNames, type Schema, schemaInside, withoutWrappers } from "../../../contract/fields.ts";
import { isObject, itemsOf } from "../../../contract/is-object.ts";
import { usage } from "../../../lib/failure.ts";
import { suggestion } from "../../nearest.ts";
import type { Path } from "./assignment.ts";

/**
 * A copy of `before` with the field at `path` replaced. Missing lists and objects on the way are created.
 * @param write returns the field's new value, given its schema
 * @param further gives the schema of a field that the contract does not have; by default such a field is
 *   refused
 * @throws Failure (usage) if the contract has no such field
 */
export function writeField(
  schema: Schema,
  before: unknown,
  path: Path,
  write: (field: Schema) => unknown,
  further: Further = () => undefined,
): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return write(schema);
  const near = suggestion(step, fieldNames(schema));
  const field = schemaInside(schema, step) ?? (isOpen(schema) ? further(path, near) : undefined);
  if (!field) throw usage(`unknown field "${step}"${near}`);
  if (Array.isArray(before) || withoutWrappers(schema) instanceof z.ZodArray) {
    const items = itemsOf(before);
    const place = placeIn(items, step);
    return items.toSpliced(place, 1, writeField(field, items[place], rest, write, further));
  }
  const object = isObject(before) ? before : {};
  const inside = Object.hasOwn(object, step) ? object[step] : undefined;
  return { ...object, [step]: writeField(field, inside, rest, write, further) };
}

/** The schema of a field that the contract does not have; undefined if the field is refused. */
export type Further = (path: Path, near: string) => Schema | undefined;

/** Whether a value of this schema may have further fields: a text cannot. */
const isOpen = (schema: Schema) => withoutWrappers(schema) instanceof z.ZodObject;

function placeIn({ length }: readonly unknown[], step: string): number {
  const place = Number(step);
  if (!/^\d+$/.test(step)) throw usage(`"${step}" is not a valid list index; the first is 0`);
  if (place > length) throw usage(`index ${step} is beyond the end of the list; the next one is ${length}`);
  return place;
}
