/**
 * The hosted service, generated from its published reference: it offers exactly the published operations,
 * answers in their published shapes, and notes every request that they don't allow.
 */
import { contrary, FUTURE } from "../support/hosted.ts";
import { reference, type Schema } from "./conformance.ts";

/**
 * `as published`; with ids and numbers `the other way round`; with `nulls` wherever they are published, no
 * optional fields, and fields that nobody knows.
 */
export type Mode = "as published" | "the other way round" | "nulls";

/** The outcome of every conversation, call, and run. */
export type Outcome = "passed" | "failed";

export interface Request {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface Response {
  readonly status: number;
  /** Undefined for an answer without a body. */
  readonly body: unknown;
  /** What the reference does not allow in the request. */
  readonly faults: readonly string[];
}

/** Where the reference publishes no shape, an answer may be anything. */
const UNPUBLISHED: Readonly<Record<Mode, unknown>> = {
  "as published": null,
  "the other way round": "text",
  nulls: FUTURE,
};

const NO_CONTENT = 204;

const UUID = "00000000-0000-4000-8000-000000000007";
const WHEN = "2026-11-01T12:00:00Z";

const operations = reference.operations.map((operation) => ({
  ...operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`),
  // A path without a parameter is meant before one that has one in its place.
  parameters: (operation.path.match(/\{/g) ?? []).length,
}));

/** The published operation that a request means. */
const operationOf = ({ method, path }: Pick<Request, "method" | "path">) =>
  operations
    .filter((operation) => operation.method === method && operation.pattern.test(path))
    .sort((a, b) => a.parameters - b.parameters)[0];

/** What the hosted service answers. */
export function respond(request: Request, mode: Mode, outcome: Outcome): Response {
  const operation = operationOf(request);
  if (!operation) return { status: 404, body: { detail: "Not Found" }, faults: [] };
  const { body = undefined, answer, query = {}, pattern, status } = operation;
  const name = `${operation.method} ${operation.path}`;
  const faults = [
    ...(body ? faultsOf(body, request.body, "body") : []),
    ...[...request.query.keys()].filter((key) => !(key in query)).map((key) => `?${key} is not published`),
  ].map((fault) => `${name}: ${fault}`);
  const [, ...ids] = pattern.exec(request.path) ?? [];
  if (status === NO_CONTENT) return { status, body: undefined, faults };
  if (!answer) return { status: 200, body: UNPUBLISHED[mode], faults };
  const made = make(answer, "", { nulls: mode === "nulls", outcome, id: ids.at(-1), request }, 0);
  return { status: 200, body: mode === "as published" ? made : contraryIn(mode, made), faults };
}

const contraryIn = (mode: Mode, made: unknown): unknown =>
  mode === "the other way round" ? contrary(made) : withFuture(made);

/** The same value with fields that nobody knows. */
function withFuture(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFuture);
  if (typeof value !== "object" || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withFuture(item)])),
    ...FUTURE,
  };
}

interface Making {
  readonly nulls: boolean;
  readonly outcome: Outcome;
  /** The last id of the path. */
  readonly id: string | undefined;
  readonly request: Request;
}

/** Ids by what they name, so that answers fit together. */
const IDS: Readonly<Record<string, number>> = {
  ...{ agent_id: 101, simulation_id: 7, experiment_id: 7, simulation_run_id: 900, digital_human_id: 501 },
  ...{ simulation_result_id: 12, test_result_id: 12, version: 1, total_pages: 1, page: 1 },
};
const NUMBERS: Readonly<Record<string, number>> = {
  total_tests: 1,
  tests_completed: 1,
  tests_incompleted: 0,
};
const TEXTS: Readonly<Record<string, string>> = {
  status: "COMPLETED",
  response_type: "pass_fail",
  response_value: "pass",
};

const shapeOf = (schema: Schema): Schema =>
  schema.$ref ? shapeOf(reference.shapes[schema.$ref.slice("#/shapes/".length)] ?? {}) : schema;

function make(given: Schema, name: string, making: Making, depth: number): unknown {
  const schema = shapeOf(given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    if (making.nulls && choices.some(({ type }) => type === "null")) return null;
    return make(choices.find(({ type }) => type !== "null") ?? {}, name, making, depth);
  }
  if (schema.allOf?.[0]) return make(schema.allOf[0], name, making, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.properties) {
    const required = schema.required ?? [];
    const fields = Object.entries(schema.properties).filter(
      ([key]) => !making.nulls || required.includes(key) || depth === 0 || key === "id",
    );
    return Object.fromEntries(fields.map(([key, field]) => [key, make(field, key, making, depth + 1)]));
  }
  if (schema.enum) return schema.enum.includes("COMPLETED") ? "COMPLETED" : schema.enum[0];
  switch (schema.type) {
    case "array":
      return depth > 8 ? [] : [make(schema.items ?? {}, name.replace(/s$/, ""), making, depth + 1)];
    case "integer":
    case "number":
      return numberOf(schema, name, making);
    case "boolean":
      return name === "goal_success" ? making.outcome === "passed" : true;
    case "string":
      return textOf(schema, name, making);
    case "object":
      return {};
    default:
      return making.nulls ? null : {};
  }
}

function numberOf(schema: Schema, name: string, { outcome, id, request }: Making): number {
  if (name === "tests_passed") return outcome === "passed" ? 1 : 0;
  if (name === "tests_failed") return outcome === "passed" ? 0 : 1;
  // Listings have the record that every command line names.
  if (name === "id") return idOf(id, request);
  return IDS[name] ?? NUMBERS[name] ?? (/_ids?$/.test(name) ? 7 : (schema.minimum ?? 2));
}

function idOf(id: string | undefined, { path }: Request): number {
  if (path.includes("simulation-runs")) return 900;
  if (path.includes("simulation-results")) return 12;
  if (path.includes("digital-human")) return 501;
  if (path.includes("agents")) return 101;
  if (path.includes("simulations")) return 7;
  return id !== undefined && /^\d+$/.test(id) ? Number(id) : 7;
}

function textOf({ format, default: usual }: Schema, name: string, { id, request }: Making): string {
  if (format === "date-time" || /_utc$|_at$|_time$/.test(name)) return WHEN;
  if (format === "uuid") return UUID;
  if (name === "call_id" || (name === "id" && request.path.includes("call-log"))) return "c1";
  if (name === "id") return String(idOf(id, request));
  if (name in IDS) return String(IDS[name]);
  if (name === "label" || name === "label_text") return "production";
  if (/_url$/.test(name)) return "http://127.0.0.1:9/nothing";
  if (typeof usual === "string") return usual;
  return TEXTS[name] ?? (/_ids?$/.test(name) ? "12" : "text");
}

/** What a published schema does not allow in a value. */
function faultsOf(given: Schema, value: unknown, at: string): string[] {
  const schema = shapeOf(given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const kind = kindOf(value);
    const alike = choices.filter((choice) => shapeOf(choice).type === kind);
    const all = (alike.length > 0 ? alike : choices).map((one) => faultsOf(one, value, at));
    return all.sort((a, b) => a.length - b.length)[0] ?? [];
  }
  if (schema.allOf?.[0]) return faultsOf(schema.allOf[0], value, at);
  if (schema.properties) {
    if (!isRecord(value)) return [`${at} is ${kindOf(value)}, not an object`];
    const { properties, required = [] } = schema;
    return [
      ...required.filter((key) => !(key in value)).map((key) => `${at}.${key} is missing`),
      ...Object.entries(value).flatMap(([key, item]) =>
        properties[key] ? faultsOf(properties[key], item, `${at}.${key}`) : [`${at}.${key} is not published`],
      ),
    ];
  }
  if (schema.enum)
    return schema.enum.includes(value) ? [] : [`${at} is ${JSON.stringify(value)}, which is not published`];
  if (schema.type === undefined || typeof schema.type !== "string") return [];
  const kind = kindOf(value);
  if (kind !== schema.type && !(schema.type === "number" && kind === "integer"))
    return [`${at} is ${kind}, not ${schema.type}`];
  if (Array.isArray(value) && schema.items)
    return value.flatMap((item, index) => faultsOf(schema.items ?? {}, item, `${at}[${index}]`));
  return [];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
};
