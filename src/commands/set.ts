/** `--set path=value`: one field of a body by its dotted path, read by the type that the field has. */
import type { z } from "zod";
import { usage } from "../failure.ts";
import type { Parser } from "./parsers.ts";

export interface Assignment {
  readonly path: readonly string[];
  readonly text: string;
}

type Schema = z.core.JSONSchema._JSONSchema;

export const assignment: Parser<Assignment> = {
  parse(word) {
    const at = word.indexOf("=");
    const path = word.slice(0, Math.max(0, at)).split(".");
    if (path.includes("")) throw usage(`must be path=value, not "${word}"`);
    return { path, text: word.slice(at + 1) };
  },
};

/** A copy of `body` with the field set. What does not fit the field's type stays text, for the schema to refuse. */
export function assign(body: unknown, { path, text }: Assignment, schema: Schema): unknown {
  return put(body, path, read(text, schemasAt(schema, path)));
}

/** Text where the field takes text; JSON everywhere else. */
function read(text: string, schemas: readonly Schema[]): unknown {
  if (schemas.some((schema) => typeof schema === "object" && [schema.type].flat().includes("string")))
    return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function put(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(body)) {
    if (!/^\d+$/.test(step) || Number(step) > body.length)
      throw usage(`--set: ${step} is no place in a list of ${body.length}`, { hint: "places count from 0" });
    return body.toSpliced(Number(step), 1, put(body[Number(step)], rest, value));
  }
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  return { ...fields, [step]: put(Object.hasOwn(fields, step) ? fields[step] : undefined, rest, value) };
}

/** The alternatives that a JSON Schema allows at a path; none where it names no such field. */
function schemasAt(schema: Schema, path: readonly string[]): Schema[] {
  const below = (at: Schema, step: string): Schema[] => {
    if (typeof at === "boolean") return [];
    const found = at.properties?.[step] ?? at.additionalProperties ?? at.items;
    return found === undefined ? [] : [found].flat().flatMap(alternatives);
  };
  return path.reduce<Schema[]>((at, step) => at.flatMap((one) => below(one, step)), alternatives(schema));
}

const alternatives = (schema: Schema): Schema[] =>
  typeof schema === "object" && schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema];
