/** From the text of a request to checked values. What is wrong anywhere is collected before anything is refused. */
import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import { check } from "../../contract/check.ts";
import { type Endpoint, endpoints, type Operation, type Param } from "../../contract/endpoints.ts";
import { type Issue, valueAt } from "../../contract/issues.ts";
import * as schemas from "../../contract/schemas/index.ts";
import type { Call } from "../handler.ts";
import { echo, type Fault, Invalid } from "./fault.ts";
import { hostileFaults } from "./hostile.ts";

/**
 * What arrived: path parameters and query as text, the body as bytes that a `BodyScan`
 * has let pass (or undefined where none is taken).
 */
export interface Arrived {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Uint8Array | undefined;
}

/** What is wrong with a request. */
interface Faults {
  /** The first faults. */
  readonly found: Fault[];
  /** How many more there are. */
  more: number;
}

/** Returns the checked parts of a call, defaults filled in. Throws `Invalid` with what is wrong. */
export function readCall<K extends Operation>(
  operation: K,
  arrived: Arrived,
): Omit<Call<K>, "organization_id" | "key_id" | "upload"> {
  const endpoint: Endpoint = endpoints[operation];
  const faults: Faults = { found: [], more: 0 };
  const given = new Map(Object.entries(arrived.params));
  const params = readParams("path", endpoint.params ?? {}, given, faults.found);
  const query = readParams("query", endpoint.query ?? {}, arrived.query, faults.found);
  const body = endpoint.body ? readBody(schemas[endpoint.body], arrived.body, faults) : undefined;
  if (faults.found.length > 0) throw new Invalid(faults.found, faults.more);
  // The table's types and its schemas are one: what passed the checks has the call's type.
  return { params, query, body } as Omit<Call<K>, "organization_id" | "key_id" | "upload">;
}

function readParams(
  origin: "path" | "query",
  expected: Readonly<Record<string, Param>>,
  given: Map<string, string> | URLSearchParams,
  faults: Fault[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of given.size === 0 ? [] : new Set(given.keys()))
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
    const read = readParam(param, text);
    if ("value" in read) values[name] = read.value;
    else faults.push({ loc: [origin, name], input: text, ...read });
  }
  return values;
}

type ReadParam = { value: string | number } | Pick<Fault, "msg" | "type" | "ctx">;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function readParam(param: Param, text: string): ReadParam {
  if (text.includes("\0") || !text.isWellFormed())
    return { msg: "must be well-formed text without NUL", type: "string_unicode", ctx: {} };
  if (param.type === "uuid")
    return UUID.test(text)
      ? { value: text.toLowerCase() }
      : { msg: "must be a UUID", type: "uuid_format", ctx: {} };
  if (param.type === "string") return { value: text };
  const value = Number(text);
  if (!/^[+-]?\d+$/.test(text) || !Number.isSafeInteger(value))
    return { msg: "must be an integer", type: "int_type", ctx: {} };
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

function readBody(schema: z.ZodType, bytes: Uint8Array | undefined, faults: Faults): unknown {
  if (!bytes || bytes.length === 0) {
    faults.found.push({
      loc: ["body"],
      msg: "a JSON body is required",
      type: "missing",
      input: null,
      ctx: {},
    });
    return undefined;
  }
  const json = parseJson(bytes, faults.found);
  if (json === undefined) return undefined;
  const hostile = hostileFaults(json);
  if (hostile) {
    faults.found.push(...hostile.faults);
    faults.more += hostile.more;
    return undefined;
  }
  const { value, issues, more } = check(schema, json);
  faults.found.push(...issues.map((issue) => bodyFault(issue, json)));
  faults.more += more;
  return value;
}

const bodyFault = ({ path, message, type, ctx }: Issue, body: unknown): Fault => ({
  loc: ["body", ...path.map(String)],
  msg: message,
  type,
  input: echo(valueAt(body, path), path),
  ctx: { ...ctx },
});

function parseJson(bytes: Uint8Array, faults: Fault[]): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "the bytes are not UTF-8";
    faults.push({
      loc: ["body"],
      msg: "must be JSON",
      type: "json_invalid",
      input: null,
      ctx: { error: reason },
    });
    return undefined;
  }
}

const BYTE_ORDER_MARK = "\uFEFF";

/** Strict UTF-8, at a tenth of what a `TextDecoder` costs for a small body. */
function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new TypeError("no UTF-8");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
