/** Whether a schema accepts a value, without copying the value. */
import { z } from "zod";
import type { Schema } from "./fields.ts";

type Acceptor = (value: unknown) => boolean;

interface Acceptors {
  /** Checks only the parts of the value: its fields, its items, and their values, with their rules. */
  readonly fits: Acceptor;
  /** Checks those parts, and also the rules of the value itself. */
  readonly accepts: Acceptor;
}

const compiled = new WeakMap<Schema, Acceptors>();

/**
 * True only if `safeParse` would succeed. It looks only at the optional fields that an object has. With tens
 * of thousands of objects, that saves most of the time of a check. False means that zod must check.
 */
export const accepts = (schema: Schema, value: unknown): boolean => acceptorsOf(schema).accepts(value);

/**
 * True if only a rule of the outermost object or list could refuse the value; then zod has little to report.
 * Otherwise, zod would collect every fault of the value, and a body may consist only of faults.
 */
export const fits = (schema: Schema, value: unknown): boolean => acceptorsOf(schema).fits(value);

/** Whether a list or text is as long as its schema says. */
export const hasRightLength = (schema: Schema, value: { readonly length: number }): boolean =>
  (schema._zod.def.checks ?? []).every((check) => lengthRule(check)?.(value) ?? true);

function acceptorsOf(schema: Schema): Acceptors {
  const acceptors = compiled.get(schema) ?? makeAcceptors(schema);
  compiled.set(schema, acceptors);
  return acceptors;
}

function makeAcceptors(schema: Schema): Acceptors {
  const structure = structureOf(schema);
  const rule = ruleOf(schema);
  // Anything that is neither composite nor plain is left to zod.
  if (!structure)
    return { fits: (value) => isTaken(schema, value), accepts: (value) => isTaken(schema, value) };
  return { fits: structure, accepts: rule ? (value) => structure(value) && rule(value) : structure };
}

function structureOf(schema: Schema): Acceptor | undefined {
  const { def } = schema._zod;
  if ("format" in def || "coerce" in def) return undefined;
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
    const item = acceptorsOf(schema.element).accepts;
    return (value) => Array.isArray(value) && value.every(item);
  }
  return schema instanceof z.ZodObject ? objectAcceptor(schema) : undefined;
}

type Check = z.core.$ZodCheck<never>;

/** Checks a value whose structure is right against the rules of a schema; undefined if it has none. */
function ruleOf(schema: Schema): Acceptor | undefined {
  const checks = schema._zod.def.checks ?? [];
  if (checks.length === 0) return undefined;
  const lengths = checks.map(lengthRule);
  if (!lengths.every((rule) => rule !== undefined)) return (value) => isTaken(schema, value);
  return (value) => {
    for (const rule of lengths) if (!rule(value as { readonly length: number })) return false;
    return true;
  };
}

/** The rule, if it is one about length. */
function lengthRule(check: Check): ((value: { readonly length: number }) => boolean) | undefined {
  const { def } = check._zod;
  switch (def.check) {
    case "min_length":
      return ({ length }) => length >= (def as z.core.$ZodCheckMinLengthDef).minimum;
    case "max_length":
      return ({ length }) => length <= (def as z.core.$ZodCheckMaxLengthDef).maximum;
    case "length_equals":
      return ({ length }) => length === (def as z.core.$ZodCheckLengthEqualsDef).length;
    default:
      return undefined;
  }
}

/** Zod's own result, without creating its error. */
function isTaken(schema: Schema, value: unknown): boolean {
  const checked = schema._zod.run({ value, issues: [] }, { async: false });
  if (checked instanceof Promise) throw new Error("the contract must not have asynchronous rules");
  return checked.issues.length === 0;
}

function or(isLeftOut: Acceptor, inner: Schema): Acceptor {
  const { accepts } = acceptorsOf(inner);
  return (value) => isLeftOut(value) || accepts(value);
}

function objectAcceptor({ shape, def: { catchall } }: z.ZodObject): Acceptor {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, acceptorsOf(field).accepts]));
  const required = Object.entries(shape)
    .filter(([, field]) => !(field instanceof z.ZodOptional || field instanceof z.ZodDefault))
    .map(([name]) => name);
  const others = catchall instanceof z.ZodNever ? () => false : catchall && acceptorsOf(catchall).accepts;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    for (const name in value) {
      const acceptor = fields.get(name) ?? others;
      if (acceptor && !acceptor((value as Readonly<Record<string, unknown>>)[name])) return false;
    }
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    return true;
  };
}
