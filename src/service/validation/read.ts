/** From the text of a request to checked values. All faults are collected before the request is refused. */
import { isUtf8 } from "node:buffer";
import { z } from "zod";
import { acceptUnknown, findUnknown, type Unknown } from "../../contract/accept-unknown.ts";
import { accepts } from "../../contract/accepts.ts";
import { check } from "../../contract/check.ts";
import type { SchemaName } from "../../contract/endpoints/row.ts";
import { type Endpoint, endpoints, type Operation, type Param } from "../../contract/endpoints.ts";
import { type Issue, valueAt } from "../../contract/issues.ts";
import { toSpecifiedNames } from "../../contract/published-names.ts";
import { dateTime } from "../../contract/schemas/common.ts";
import * as schemas from "../../contract/schemas/index.ts";
import type { Params, ReadBody, ReadQuery } from "../../contract/types.ts";
import { toUtc } from "../time.ts";
import { echo, type Fault, Invalid } from "./fault.ts";
import { hostileFaults } from "./hostile.ts";

/**
 * Up to this many bytes, a body is read on the main thread, in less than 20 ms even if it consists only of
 * faults.
 */
export const SMALL_BODY = 32 * 1024;

/** What arrived: path parameters and query as text, and the body as read (undefined if the operation has none). */
export interface Arrived {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: BodyRead | undefined;
}

/** The value of a body, or what is wrong with it. */
export interface BodyRead {
  /** With defaults filled in; undefined if there are faults. */
  readonly value: unknown;
  /** The first faults. */
  readonly faults: readonly Fault[];
  /** How many more there are. */
  readonly more: number;
  /** The fields and values that the contract does not know; undefined if there are none. */
  readonly unknown?: Unknown | undefined;
}

/** Whether unknown fields and values are refused. */
export interface Strictness {
  readonly strict: boolean;
}

/** If the operation has none, or other code reads it. */
export const NO_BODY: BodyRead = { value: undefined, faults: [], more: 0 };

interface ReadCall<K extends Operation> {
  readonly params: Params<K>;
  readonly query: ReadQuery<K>;
  readonly body: ReadBody<K>;
}

/**
 * Returns the checked parts of a call, with defaults filled in, and the names of unknown query parameters. Throws
 * `Invalid` with what is wrong.
 */
export function readCall<K extends Operation>(
  operation: K,
  arrived: Arrived,
  { strict }: Strictness,
): ReadCall<K> {
  const endpoint: Endpoint = endpoints[operation];
  const faults: Fault[] = [];
  const given = new Map(Object.entries(arrived.params));
  const params = readParams("path", endpoint.params ?? {}, given, faults, true);
  const query = readParams("query", endpoint.query ?? {}, arrived.query, faults, strict);
  const { value, faults: wrong, more } = arrived.body ?? NO_BODY;
  if (faults.length + wrong.length > 0) throw new Invalid([...faults, ...wrong], more);
  // The table's types come from its schemas: whatever passed the checks has the call's type.
  return { params, query, body: value } as ReadCall<K>;
}

function readParams(
  origin: "path" | "query",
  expected: Readonly<Record<string, Param>>,
  given: Map<string, string> | URLSearchParams,
  faults: Fault[],
  strict: boolean,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of !strict || given.size === 0 ? [] : new Set(given.keys()))
    if (!Object.hasOwn(expected, name))
      faults.push({
        loc: [origin, name],
        msg: "unknown parameter",
        type: "extra_forbidden",
        input: given.get(name),
        ctx: {},
      });
  for (const [name, param] of Object.entries(expected)) {
    const text = given.get(name) ?? undefined;
    if (text === undefined || (text === "" && param.optional)) {
      if (param.default !== undefined) values[name] = param.default;
      else if (!param.optional)
        faults.push({ loc: [origin, name], msg: "field required", type: "missing", input: null, ctx: {} });
      continue;
    }
    const all = new Set(given instanceof URLSearchParams ? given.getAll(name) : [text]);
    if (all.size > 1) {
      const msg = "must have one value, not several";
      faults.push({ loc: [origin, name], msg, type: "multiple_values", input: [...all], ctx: {} });
      continue;
    }
    const read = readParam(param, text);
    if ("value" in read) values[name] = read.value;
    else faults.push({ loc: [origin, name], input: text, ...read });
  }
  return values;
}

type ReadParam = { value: string | number | boolean } | Pick<Fault, "msg" | "type" | "ctx">;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function readParam(param: Param, text: string): ReadParam {
  if (text.includes("\0") || !text.isWellFormed())
    return { msg: "must be well-formed text without NUL", type: "string_unicode", ctx: {} };
  if (param.type === "uuid")
    return UUID.test(text)
      ? { value: text.toLowerCase() }
      : { msg: "must be a UUID", type: "uuid_format", ctx: {} };
  if (param.type === "boolean")
    return /^(?:true|false|1|0)$/i.test(text)
      ? { value: /^(?:true|1)$/i.test(text) }
      : { msg: "must be true or false", type: "bool_type", ctx: {} };
  if (param.type === "time")
    return dateTime.safeParse(text).success
      ? { value: toUtc(text) }
      : { msg: "must be a date and time such as 2026-11-01T12:00:00Z", type: "datetime_format", ctx: {} };
  if (param.enum) return oneOf(param.enum, text);
  if (param.type === "string") return { value: text };
  const value = Number(text);
  if (!/^[+-]?\d+$/.test(text)) return { msg: "must be an integer", type: "int_type", ctx: {} };
  if (!Number.isSafeInteger(value))
    return { msg: "must be an integer that a JSON number represents exactly", type: "int_type", ctx: {} };
  if (param.minimum !== undefined && value < param.minimum)
    return {
      msg: `must be at least ${param.minimum}`,
      type: "greater_than_equal",
      ctx: { ge: param.minimum },
    };
  if (param.maximum !== undefined && value > param.maximum)
    return { msg: `must be at most ${param.maximum}`, type: "less_than_equal", ctx: { le: param.maximum } };
  return { value };
}

/** Parameters are compared without case. */
function oneOf(choices: readonly string[], text: string): ReadParam {
  const value = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  return value === undefined
    ? { msg: `must be one of ${choices.join(", ")}`, type: "enum", ctx: { expected: choices.join(", ") } }
    : { value };
}

/** Parameters of a query that the operation does not have. */
export const unknownParameters = (operation: Operation, query: URLSearchParams): string[] => {
  const { query: declared = {} }: Endpoint = endpoints[operation];
  return query.size === 0 ? [] : [...new Set(query.keys())].filter((name) => !Object.hasOwn(declared, name));
};

/**
 * Reads a body with the shape of a schema.
 * @param bytes what has passed a `BodyScan`
 */
export function readBody(name: SchemaName, bytes: Uint8Array, { strict }: Strictness): BodyRead {
  if (bytes.length === 0) return refused(fault("a JSON body is required", "missing"));
  const parsed = parseJson(bytes);
  if ("reason" in parsed) return refused(fault("must be JSON", "json_invalid", { error: parsed.reason }));
  const { json } = parsed;
  const hostile = hostileFaults(json);
  if (hostile) return { value: undefined, ...hostile };
  const schema: z.ZodType = schemas[name];
  const isAccepted = accepts(schema, json);
  const isKnown = strict || isAccepted;
  // An accepted body lacks only its defaults.
  const { value, issues, more } = isAccepted
    ? { value: z.parse(schema, json), issues: [], more: 0 }
    : check(isKnown ? schema : acceptUnknown(schema), json);
  const faults = issues.map((issue) => bodyFault(issue, json));
  if (faults.length > 0) return { value: undefined, faults, more };
  const clashes: Fault[] = [];
  const named = toSpecifiedNames(schema, value, (path, other) =>
    clashes.push(bodyFault({ path, ...twoValues(other) }, json)),
  );
  if (clashes.length > 0) return { value: undefined, faults: clashes, more: 0 };
  return { value: named, faults, more, ...(!isKnown && { unknown: findUnknown(schema, json) }) };
}

const twoValues = (other: string) => ({
  message: `another name of ${other}, which has a different value; send one of them`,
  type: "two_values",
  ctx: { other },
});

const refused = (fault: Fault): BodyRead => ({ value: undefined, faults: [fault], more: 0 });

const fault = (msg: string, type: string, ctx: Fault["ctx"] = {}): Fault => ({
  loc: ["body"],
  msg,
  type,
  input: null,
  ctx,
});

const bodyFault = ({ path, message, type, ctx }: Issue, body: unknown): Fault => ({
  loc: ["body", ...path.map(String)],
  msg: message,
  type,
  input: echo(valueAt(body, path), path),
  ctx: { ...ctx },
});

function parseJson(bytes: Uint8Array): { json: unknown } | { reason: string } {
  try {
    return { json: JSON.parse(decode(bytes)) };
  } catch (error) {
    return { reason: error instanceof SyntaxError ? error.message : "the bytes are not UTF-8" };
  }
}

const BYTE_ORDER_MARK = "\uFEFF";

/** Strict UTF-8, for a small body at a tenth of the cost of a `TextDecoder`. */
function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new TypeError("no UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
