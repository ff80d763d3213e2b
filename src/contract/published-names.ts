/**
 * Fields and values with different names in the hosted service's published reference and in the
 * specification. Both names are accepted. The specification's is stored.
 */
import { z } from "zod";
import { type Schema, withoutWrappers } from "./fields.ts";
import type { Fields } from "./is-object.ts";
import { type NAME_DIALECTS, PUBLISHED_CONNECTION_TYPES, PUBLISHED_NAMES } from "./values.ts";

const NAMES = Object.entries(PUBLISHED_NAMES);
const CONNECTION_TYPES: Readonly<Record<string, string>> = PUBLISHED_CONNECTION_TYPES;
const SPECIFIED_TYPES = new Map(Object.entries(CONNECTION_TYPES).map(([ours, theirs]) => [theirs, ours]));

/**
 * Renames fields in the objects of a schema, innermost first. The caller's own objects, such as `metadata`,
 * stay unchanged. Copies only changed values, because few values have a second name.
 */
function mapObjects(
  schema: Schema,
  value: unknown,
  path: readonly string[],
  change: (fields: Fields, shape: Fields, path: readonly string[]) => Fields,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  const whole = withoutWrappers(schema);
  if (whole instanceof z.ZodUnion)
    return whole.options.reduce<unknown>((so, option) => mapObjects(option, so, path, change), value);
  if (whole instanceof z.ZodArray && Array.isArray(value)) {
    const items = value.map((item, at) => mapObjects(whole.element, item, [...path, String(at)], change));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!(whole instanceof z.ZodObject) || Array.isArray(value)) return value;
  const { shape } = whole;
  let fields = value as Fields;
  for (const name of Object.keys(value)) {
    const item = (value as Fields)[name];
    if (typeof item !== "object" || item === null || !Object.hasOwn(shape, name)) continue;
    const mapped = mapObjects(shape[name], item, [...path, name], change);
    if (mapped !== item) fields = { ...fields, [name]: mapped };
  }
  return change(fields, shape, path);
}

/** The fields with two names that an object has under the specification's (0) or the published one (1). */
const namesIn = (fields: Fields, shape: Fields, at: 0 | 1) =>
  NAMES.filter((names) => Object.hasOwn(fields, names[at]) && Object.hasOwn(shape, names[at]));

/**
 * A request's value with the specification's names.
 * @param clash gets the path of a field that has both names with different values
 */
export function toSpecifiedNames(
  schema: Schema,
  value: unknown,
  clash: (path: readonly string[], name: string) => void,
): unknown {
  return mapObjects(schema, value, [], (fields, shape, path) => {
    const type = Object.hasOwn(shape, "connection_type") ? fields["connection_type"] : undefined;
    const ours = typeof type === "string" ? SPECIFIED_TYPES.get(type) : undefined;
    const renamed = namesIn(fields, shape, 1);
    if (ours === undefined && renamed.length === 0) return fields;
    const named: Record<string, unknown> = {
      ...fields,
      ...(ours !== undefined && { connection_type: ours }),
    };
    for (const [name, published] of renamed) {
      const given = named[published];
      delete named[published];
      if (!Object.hasOwn(named, name)) named[name] = given;
      else if (JSON.stringify(named[name]) !== JSON.stringify(given)) clash([...path, published], name);
    }
    return named;
  });
}

/**
 * Which names answers use for fields that have two: `both`, the specification's (`parley`), or the published ones
 * (`hosted`).
 */
export type NameDialect = (typeof NAME_DIALECTS)[number];

/** Whether an answer's text may contain anything with two names. */
export const mayHaveTwoNames = (text: string): boolean => /"(?:rtc_|pipeline_|RTC"|PIPELINE")/.test(text);

/**
 * An answer's value with the names of a dialect. A value has only one name: with `both`, the specification's.
 */
export function toDialect(schema: Schema, value: unknown, dialect: NameDialect): unknown {
  if (dialect === "parley") return value;
  return mapObjects(schema, value, [], (fields, shape) => {
    const named: Record<string, unknown> = { ...fields };
    for (const [name, published] of namesIn(fields, shape, 0)) {
      named[published] = named[name];
      if (dialect === "hosted") delete named[name];
    }
    const type = Object.hasOwn(shape, "connection_type") ? named["connection_type"] : undefined;
    return dialect === "hosted" && typeof type === "string" && Object.hasOwn(CONNECTION_TYPES, type)
      ? { ...named, connection_type: CONNECTION_TYPES[type] }
      : named;
  });
}
