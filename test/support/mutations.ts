/** Bodies that violate the contract in one place, derived from a valid one. */
import { alternatives, type JsonSchema, subschema } from "./arbitrary.ts";

export interface Mutation {
  readonly what: string;
  readonly path: readonly string[];
  /** The value at the path. Undefined if it is removed. */
  readonly value: unknown;
}

const UNKNOWN_FIELD = "unknown_field";

/** Every way to violate the schema in one field of the value, at every depth. */
export function mutationsOf(schema: JsonSchema, value: unknown, path: readonly string[] = []): Mutation[] {
  const all = alternatives(schema);
  const nullable = all.some(({ type }) => type === "null");
  const [only, ...others] = all.filter(({ type }) => type !== "null");
  if (!only || (!only.type && !only.enum)) return [];
  const here = (what: string, changed: unknown): Mutation => ({ what, path, value: changed });
  const wrong = [here("wrong type", only.type === "object" ? "text" : { wrong: "type" })];
  if (!nullable) wrong.push(here("null", null));
  // For a union, the service reports the closest branch, which may not be the mutated one.
  if (others.length > 0) return wrong;
  return [
    ...wrong,
    ...outside(only, value).map(([what, changed]) => here(what, changed)),
    ...inside(only, value, path),
  ];
}

/** Values of the right type that the schema refuses. */
function outside(schema: JsonSchema, value: unknown): [string, unknown][] {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const found: [string, unknown][] = [];
  if (schema.enum) return [["unknown value", "unknown value"]];
  if (schema.type === "integer") found.push(["not whole", 1.5]);
  if (minimum !== undefined) found.push(["below the minimum", minimum - 1]);
  if (typeof exclusiveMinimum === "number") found.push(["at the open minimum", exclusiveMinimum]);
  if (maximum !== undefined) found.push(["above the maximum", maximum + 1]);
  if (minLength) found.push(["too short", ""]);
  if (maxLength !== undefined) found.push(["too long", "x".repeat(maxLength + 1)]);
  // The format of a password means that it is a secret, and not which form it has.
  const isFormed = schema.format !== undefined && schema.format !== "password";
  if (schema.pattern || isFormed) found.push(["wrong form", "no such\nform"]);
  if (Array.isArray(value) && minItems) found.push(["too few", value.slice(0, minItems - 1)]);
  if (Array.isArray(value) && maxItems !== undefined)
    found.push(["too many", Array.from({ length: maxItems + 1 }, (_, at) => value[at % value.length])]);
  return found;
}

function inside(schema: JsonSchema, value: unknown, path: readonly string[]): Mutation[] {
  if (Array.isArray(value)) return mutationsOf(subschema(schema.items), value[0], [...path, "0"]);
  if (typeof value !== "object" || value === null) return [];
  const required = (schema.required ?? []).map((name) => ({
    what: "missing",
    path: [...path, name],
    value: undefined,
  }));
  const unknown = { what: "unknown field", path: [...path, UNKNOWN_FIELD], value: 1 };
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const known = schema.properties?.[name] ?? schema.additionalProperties;
    return mutationsOf(subschema(known), field, [...path, name]);
  });
  return [...required, ...(schema.additionalProperties === false ? [unknown] : []), ...fields];
}

/** The value with the mutation applied. */
export function apply(value: unknown, { path, value: changed }: Pick<Mutation, "path" | "value">): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return changed;
  if (Array.isArray(value))
    return value.map((item, index) =>
      String(index) === name ? apply(item, { path: rest, value: changed }) : item,
    );
  const fields = Object.entries(value ?? {}).filter(([other]) => other !== name);
  const field = Object.entries(value ?? {}).find(([other]) => other === name)?.[1];
  const mutated = apply(field, { path: rest, value: changed });
  return Object.fromEntries(mutated === undefined ? fields : [...fields, [name, mutated]]);
}
