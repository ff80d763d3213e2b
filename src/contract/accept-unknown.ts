/**
 * The contract as the service applies it to requests: additions by others are accepted. A field or an
 * enumerated value that the contract does not know is kept. Everything it does know is checked as before.
 * Values that the service must act on immediately are `z.literal` in the schemas and stay closed, and so does
 * a union's choice between shapes.
 */
import { z } from "zod";
import { accepts } from "./accepts.ts";
import { type Schema, withoutWrappers } from "./fields.ts";
import { isObject } from "./is-object.ts";
import { TEXT_MAXIMUM } from "./limits.ts";

const converted = new WeakMap<Schema, Schema>();

const closed = new WeakSet<Schema>();

/**
 * Marks an object whose fields belong to this program, such as the frame of a manifest. It stays closed, but
 * its contents do not.
 */
export function keepClosed<S extends z.ZodObject>(schema: S): S {
  closed.add(schema);
  return schema;
}

/**
 * The schema, but accepting unknown fields and unknown enumerated values. The type does not change, so code
 * must expect other values.
 */
export function acceptUnknown<S extends Schema>(schema: S): S {
  const lenient = converted.get(schema) ?? open(schema);
  converted.set(schema, lenient);
  return lenient as S;
}

const anyText = z.string().max(TEXT_MAXIMUM);

function open(schema: Schema): Schema {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.clone({ ...schema.def, innerType: acceptUnknown(schema.def.innerType) } as never);
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: acceptUnknown(schema.element) });
  if (schema instanceof z.ZodUnion)
    return schema.clone({ ...schema.def, options: schema.options.map((option) => acceptUnknown(option)) });
  if (schema instanceof z.ZodEnum) return anyText;
  if (!(schema instanceof z.ZodObject)) return schema;
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, acceptUnknown(field)]),
  );
  const catchall = closed.has(schema) ? schema.def.catchall : schema.def.catchall && z.unknown();
  return schema.clone({ ...schema.def, shape, ...(catchall && { catchall }) });
}

/** The parts of a value that the contract does not know: the first paths of each kind, and a count. */
export interface Unknown {
  readonly fields: Paths;
  readonly values: Paths;
}

interface Paths {
  readonly listed: readonly (readonly string[])[];
  readonly count: number;
}

/** How many paths are listed. */
const LISTED_MAXIMUM = 20;

class Collected implements Paths {
  readonly listed: (readonly string[])[] = [];
  count = 0;
  readonly #maximum: number;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  add(path: readonly string[]): void {
    this.count++;
    if (this.listed.length < this.#maximum) this.listed.push([...path]);
  }
}

/**
 * Finds the parts of a value that the schema does not know.
 * @param value a value that the opened schema accepts
 * @param maximum how many paths to list
 */
export function findUnknown(schema: Schema, value: unknown, maximum = LISTED_MAXIMUM): Unknown {
  const unknown = { fields: new Collected(maximum), values: new Collected(maximum) };
  visit(schema, value, [], unknown);
  return unknown;
}

function visit(
  schema: Schema,
  value: unknown,
  path: string[],
  unknown: { readonly fields: Collected; readonly values: Collected },
): void {
  if (accepts(schema, value)) return;
  const whole = withoutWrappers(schema);
  const inside = (field: Schema, step: string, item: unknown) => {
    path.push(step);
    visit(field, item, path, unknown);
    path.pop();
  };
  if (whole instanceof z.ZodEnum) {
    // Anything else is a fault of its own.
    if (typeof value === "string") unknown.values.add(path);
  } else if (whole instanceof z.ZodUnion) {
    const meant = whole.options.find((option) => accepts(acceptUnknown(option), value));
    if (meant) visit(meant, value, path, unknown);
  } else if (whole instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) inside(whole.element, String(index), item);
  } else if (whole instanceof z.ZodObject && isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const field = Object.hasOwn(whole.shape, name) ? whole.shape[name] : undefined;
      if (field) inside(field, name, item);
      else if (whole.def.catchall instanceof z.ZodNever && !closed.has(whole))
        unknown.fields.add([...path, name]);
    }
  }
}
