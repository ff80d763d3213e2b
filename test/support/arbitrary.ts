/**
 * Values that the contract accepts, derived from its schemas. zod converts them to JSON Schema, and this
 * walks that.
 */
import fc from "fast-check";
import { z } from "zod";

export type JsonSchema = z.core.JSONSchema.JSONSchema;
type Arbitrary = fc.Arbitrary<unknown>;

export interface Guide {
  /**
   * Values for fields by name: those that exist in the service, and those in a format that JSON Schema cannot
   * express. For a field that maps names to values, the names.
   */
  readonly examples: Readonly<Record<string, readonly unknown[]>>;
  /** Every optional field is present, no nullable one is null, and no list is empty. */
  readonly full?: boolean;
}

/** A body as JSON Schema, before defaults are filled in. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

/** The alternatives of a schema: one for most, several for unions and nullable fields. */
export function alternatives(schema: JsonSchema): JsonSchema[] {
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.flatMap(alternatives);
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}

/** The schema under a keyword. If it is not a schema, anything is allowed. */
export const subschema = (found: JsonSchema["items"]): JsonSchema =>
  typeof found === "object" && !Array.isArray(found) ? found : {};

/** Any value that the schema accepts, as far as JSON Schema can express it. */
export function arbitraryOf(schema: JsonSchema, guide: Guide, name = ""): Arbitrary {
  const all = alternatives(schema);
  const wanted = guide.full ? all.filter(({ type }) => type !== "null").slice(0, 1) : all;
  return fc.oneof(...wanted.map((one) => withExamples(plain(one, guide, name), one, guide, name)));
}

function withExamples(arbitrary: Arbitrary, { type }: JsonSchema, guide: Guide, name: string): Arbitrary {
  const fitting = (guide.examples[name] ?? []).filter((value) => typeof value === SCALARS[String(type)]);
  if (fitting.length === 0) return arbitrary;
  const example = fc.constantFrom(...fitting);
  return guide.full ? example : fc.oneof({ weight: 8, arbitrary: example }, { weight: 1, arbitrary });
}

const SCALARS: Readonly<Record<string, string>> = { string: "string", integer: "number", number: "number" };

/** The most items of a list, unless it needs more. */
const LONGEST_LIST = 3;

function plain(schema: JsonSchema, guide: Guide, name: string): Arbitrary {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer(limits(schema));
    case "number":
      return fc.double({ ...limits(schema), noNaN: true, noDefaultInfinity: true });
    case "string":
      return string(schema);
    case "array": {
      const { minItems = 0 } = schema;
      const maxItems = Math.min(schema.maxItems ?? LONGEST_LIST, Math.max(minItems, LONGEST_LIST));
      const minLength = guide.full ? Math.max(minItems, 1) : minItems;
      return fc.array(arbitraryOf(subschema(schema.items), guide, name), { minLength, maxLength: maxItems });
    }
    case "object":
      return schema.properties ? record(schema, schema.properties, guide) : dictionary(schema, guide, name);
    default:
      return anything;
  }
}

const limits = ({ minimum, exclusiveMinimum, maximum }: JsonSchema) => ({
  min: typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : (minimum ?? -Number.MAX_SAFE_INTEGER),
  max: maximum ?? Number.MAX_SAFE_INTEGER,
});

/** All of Unicode except NUL, which the service refuses. */
const character = fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).filter((text) => text !== "\0");

function string({ pattern, format, minLength = 0, ...schema }: JsonSchema): Arbitrary {
  const maxLength = Math.min(schema.maxLength ?? Number.POSITIVE_INFINITY, minLength + 20);
  if (pattern) return matching(pattern);
  if (format === "uri") return url();
  return text(minLength, maxLength);
}

/**
 * Creating an arbitrary for texts takes longer than drawing a hundred values from it, so identical ones are
 * shared.
 */
function once<Key extends readonly unknown[]>(make: (...key: Key) => Arbitrary): (...key: Key) => Arbitrary {
  const made = new Map<string, Arbitrary>();
  return (...key) => {
    const name = key.join(" ");
    const arbitrary = made.get(name) ?? make(...key);
    made.set(name, arbitrary);
    return arbitrary;
  };
}

const matching = once((pattern: string) => fc.stringMatching(new RegExp(pattern)));
const url = once(() => fc.webUrl());
const text = once((minLength: number, maxLength: number) =>
  fc.string({ unit: character, minLength, maxLength }),
);

const key = fc.string({ unit: character, maxLength: 5 }).filter((text) => text !== "__proto__");

const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: character }),
    fc.array(tie("anything"), { maxLength: 3 }),
    fc.dictionary(key, tie("anything"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

function dictionary(schema: JsonSchema, guide: Guide, name: string): Arbitrary {
  const minKeys = guide.full ? 1 : 0;
  const known = (guide.examples[name] ?? []).filter((value) => typeof value === "string");
  const values = arbitraryOf(subschema(schema.additionalProperties), guide);
  const keys = known.length === 0 ? key : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...known) }, key);
  return fc.dictionary(keys, values, { minKeys, maxKeys: known.length || 3, noNullPrototype: true });
}

function record(
  schema: JsonSchema,
  properties: NonNullable<JsonSchema["properties"]>,
  guide: Guide,
): Arbitrary {
  const fields = Object.entries(properties).map(([name, field]): [string, Arbitrary] => [
    name,
    arbitraryOf(subschema(field), guide, name),
  ]);
  const requiredKeys = guide.full ? Object.keys(properties) : (schema.required ?? []);
  return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
}
