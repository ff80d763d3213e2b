/** Compares the table of endpoints with the published reference of the hosted API, field by field. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Endpoint, endpoints } from "../../src/contract/endpoints.ts";
import * as schemas from "../../src/contract/schemas/index.ts";

/** A file in this folder. */
export const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

/** The parts of a JSON Schema that are compared. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

interface Published {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, Schema>>;
  readonly body?: Schema;
  readonly answer?: Schema;
  /** 204 if it answers without a body. */
  readonly status?: number;
}

export const reference: { operations: Published[]; shapes: Record<string, Schema> } = read("hosted-api.json");

/** Why an operation is not offered, by method and path. */
export const NOT_OFFERED: Readonly<Record<string, string>> = read("not-offered.json");

/** Fields from the published guides, which are newer than the interface description. */
export const NEWER: readonly string[] = [
  "POST /v1/create-digital-humans",
  "PUT /v1/update-digital-humans",
  "GET /v1/digital-human-by-test-name/{test_name}",
  "POST /v1/bluejay-as-code",
];

/** Why the type of an answer's field differs from the published one, by the field's name. */
export const DIFFERENCES: Readonly<Record<string, string>> = read("differences.json");

export interface Compared {
  /** Method and path in the published reference. */
  readonly operation: string;
  /** Our name for it. Undefined if it is not offered. */
  readonly name: string | undefined;
  readonly tier: string | undefined;
  readonly request: Fields;
  readonly answer: Fields;
}

interface Fields {
  readonly total: number;
  /** Published fields that our schema lacks. */
  readonly missing: readonly string[];
  /** Fields whose type differs from the published one, and how. */
  readonly wrong: readonly string[];
}

export const compareAll = (): Compared[] => reference.operations.map(compare);

/** Our row of a published operation, with its name. Undefined if it is not offered. */
export const rowOf = ({ method, path }: Pick<Published, "method" | "path">): [string, Endpoint] | undefined =>
  Object.entries<Endpoint>(endpoints).find(
    ([, endpoint]) => endpoint.method === method && withoutNames(endpoint.path) === withoutNames(path),
  );

const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");

function compare({ method, path, query = {}, body, answer }: Published): Compared {
  const found = rowOf({ method, path });
  const operation = `${method} ${path}`;
  if (!found) return { operation, name: undefined, tier: undefined, request: NONE, answer: NONE };
  const [name, endpoint] = found;
  const own = endpoint.body && jsonSchema(endpoint.body, "input");
  const wanted = fieldsOf(body ?? {}, reference);
  const taken = own ? fieldsOf(own, own) : new Map<string, Schema[]>();
  const missing = [
    ...[...wanted.keys()].filter((field) => !taken.has(field)),
    ...Object.keys(query)
      .filter((parameter) => !(parameter in (endpoint.query ?? {})))
      .map((parameter) => `?${parameter}`),
  ];
  const request = { total: wanted.size + Object.keys(query).length, missing, wrong: [] };
  return { operation, name, tier: endpoint.tier, request, answer: compareAnswers(endpoint, answer ?? {}) };
}

const NONE: Fields = { total: 0, missing: [], wrong: [] };

function compareAnswers(endpoint: Endpoint, published: Schema): Fields {
  const own = jsonSchema(endpoint.answer, "output");
  const missing: string[] = [];
  const wrong: string[] = [];
  const count = { total: 0 };
  walk("", { own, root: own }, { own: published, root: reference }, { missing, wrong, count });
  return { total: count.total, missing: [...new Set(missing)], wrong: [...new Set(wrong)] };
}

export interface Side {
  readonly own: Schema;
  readonly root: object;
}
interface Findings {
  readonly missing: string[];
  readonly wrong: string[];
  readonly count: { total: number };
}

/** Every possible answer of ours must be allowed by the published reference. */
function walk(place: string, ours: Side, theirs: Side, found: Findings, depth = 0): void {
  if (depth > 6) return;
  const mine = alternatives(ours);
  const published = alternatives(theirs);
  if (published.some((one) => Object.keys(one).length === 0 || isAny(one))) return;
  for (const one of mine) {
    const types = typesOf(one);
    const fitting = published.filter((other) => types.every((type) => accepts(other, type)));
    if (types.length === 0 || fitting.length === 0) {
      found.wrong.push(
        `${place || "the answer"}: ${types.join("/") || "anything"}, not ${namesOf(published)}`,
      );
      continue;
    }
    const values = one.const !== undefined ? [one.const] : one.enum;
    const allowed = fitting.flatMap(
      (other) => other.enum ?? (other.const !== undefined ? [other.const] : []),
    );
    if (values && allowed.length > 0 && types.includes("string"))
      for (const value of values)
        if (!allowed.includes(value)) found.wrong.push(`${place}: ${value} is not published`);
    if (types.includes("array")) {
      const items = fitting.find((other) => other.items)?.items;
      if (items)
        walk(`${place}[]`, { ...ours, own: one.items ?? {} }, { ...theirs, own: items }, found, depth + 1);
    }
    const object = fitting.find((other) => other.properties);
    if (!object?.properties) continue;
    for (const [name, schema] of Object.entries(object.properties)) {
      found.count.total++;
      const field = place ? `${place}.${name}` : name;
      const own = one.properties?.[name];
      if (!own) found.missing.push(field);
      else {
        if (object.required?.includes(name) && !one.required?.includes(name))
          found.wrong.push(`${field}: may be absent`);
        walk(field, { ...ours, own }, { ...theirs, own: schema }, found, depth + 1);
      }
    }
  }
}

const isAny = ({ type, anyOf, enum: values, properties, items }: Schema) =>
  type === undefined && !anyOf && !values && !properties && !items;

const typesOf = ({ type, properties, const: constant, enum: values }: Schema): string[] => {
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return [...type];
  if (properties) return ["object"];
  if (constant !== undefined) return [constant === null ? "null" : typeof constant];
  return values ? [...new Set(values.map((value) => typeof value))] : [];
};

const accepts = (schema: Schema, type: string) => {
  const types = typesOf(schema);
  return types.includes(type) || (type === "integer" && types.includes("number"));
};

const namesOf = (published: readonly Schema[]) =>
  [...new Set(published.flatMap((one) => typesOf(one)))].join("/");

/** The possible types of a schema, without references and unions. */
export function alternatives({ own, root }: Side): Schema[] {
  const { $ref, anyOf, oneOf, allOf } = own;
  if ($ref) return alternatives({ own: resolve($ref, root), root });
  const union = anyOf ?? oneOf;
  if (union) return union.flatMap((one) => alternatives({ own: one, root }));
  if (allOf?.length === 1 && allOf[0]) return alternatives({ own: allOf[0], root });
  if (Array.isArray(own.type)) return own.type.map((type) => ({ ...own, type }));
  return [own];
}

export const resolve = ($ref: string, root: object): Schema =>
  $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], root) as Schema;

/** The top-level fields of an object, with the possible types of each. */
export function fieldsOf(schema: Schema, root: object): Map<string, Schema[]> {
  const fields = new Map<string, Schema[]>();
  for (const one of alternatives({ own: schema, root }))
    for (const [name, field] of Object.entries(one.properties ?? {}))
      fields.set(name, [...(fields.get(name) ?? []), field]);
  return fields;
}

export const jsonSchema = (name: keyof typeof schemas, io: "input" | "output"): Schema =>
  z.toJSONSchema(schemas[name] as z.ZodType, { io, unrepresentable: "any" }) as Schema;
