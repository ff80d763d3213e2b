/** Whether a schema takes a value, without a copy of the value being made. */
import { z } from "zod";
import type { Schema } from "./fields.ts";

type Acceptor = (value: unknown) => boolean;

const made = new WeakMap<Schema, Acceptor>();

/**
 * True only where `safeParse` succeeds. Of an object with many optional fields it looks at those that are there; with
 * tens of thousands of objects that is most of the time that checking takes. False says that zod has to look.
 */
export function accepts(schema: Schema, value: unknown): boolean {
  const acceptor = made.get(schema) ?? acceptorOf(schema);
  made.set(schema, acceptor);
  return acceptor(value);
}

function acceptorOf(schema: Schema): Acceptor {
  if (hasRules(schema)) return (value) => z.safeParse(schema, value).success;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return or((value) => value === undefined, schema.def.innerType);
  if (schema instanceof z.ZodNullable) return or((value) => value === null, schema.def.innerType);
  if (schema instanceof z.ZodString) return (value) => typeof value === "string";
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === "boolean";
  if (schema instanceof z.ZodUnknown) return () => true;
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) {
    const values = schema instanceof z.ZodEnum ? new Set<unknown>(schema.options) : schema.values;
    return (value) => values.has(value as never);
  }
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    return (value) => Array.isArray(value) && value.every((item) => accepts(element, item));
  }
  return schema instanceof z.ZodObject
    ? objectAcceptor(schema)
    : (value) => z.safeParse(schema, value).success;
}

/** Rules, formats and coercion are zod's own to apply. */
function hasRules({ _zod: { def } }: Schema): boolean {
  return (def.checks?.length ?? 0) > 0 || "format" in def || "coerce" in def;
}

function or(isLeftOut: Acceptor, inner: Schema): Acceptor {
  const acceptor = acceptorOf(inner);
  return (value) => isLeftOut(value) || acceptor(value);
}

function objectAcceptor({ shape, def: { catchall } }: z.ZodObject): Acceptor {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, acceptorOf(field)]));
  const required = Object.entries(shape)
    .filter(([, field]) => !(field instanceof z.ZodOptional || field instanceof z.ZodDefault))
    .map(([name]) => name);
  const others = catchall instanceof z.ZodNever ? () => false : catchall && acceptorOf(catchall);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    for (const name in value) {
      const acceptor = fields.get(name) ?? others;
      if (acceptor && !acceptor((value as Readonly<Record<string, unknown>>)[name])) return false;
    }
    return required.every((name) => Object.hasOwn(value, name));
  };
}
