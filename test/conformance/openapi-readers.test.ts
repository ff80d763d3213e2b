/** What code generators make of the document: required fields and parameters, where the service is, and names. */
import { describe, expect, test } from "vitest";
import { openapi } from "../../src/contract/openapi.ts";
import { useService } from "../support/service.ts";

interface Schema {
  readonly title?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minItems?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const { url, acme } = useService();
const printed = openapi() as unknown as Document;
const { schemas } = printed.components;
const operations = Object.entries(printed.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

test("names the service: as its own origin where it serves the document, else as the local default", async () => {
  const served = (await (await fetch(`${url()}/openapi.json`)).json()) as Document;
  const [{ url: server = "" } = {}] = served.servers;
  expect(new URL(server, `${url()}/openapi.json`).origin).toBe(new URL(url()).origin);
  expect(printed.servers).toEqual([{ url: "http://127.0.0.1:8787" }]);
});

interface Fault {
  readonly loc: readonly (string | number)[];
  readonly type: string;
}

const missingIn = async (method: string, path: string, body?: unknown): Promise<string[]> => {
  const answer = await acme(method, path, body);
  const faults: readonly Fault[] = Array.isArray(answer.body.detail) ? answer.body.detail : [];
  return faults.filter(({ type }) => type === "missing").map(({ loc }) => String(loc[1]));
};

describe("what the service requires is required in the document:", () => {
  test("parameters", async () => {
    let compared = 0;
    for (const { method, path, operation } of operations) {
      const query = operation.parameters.filter((parameter) => parameter.in === "query");
      if (query.length === 0) continue;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        name.endsWith("_id") || name === "version" ? "1" : "x",
      );
      const missing = await missingIn(method, filled);
      expect(missing, operation.operationId).toEqual(
        expect.arrayContaining(query.filter(({ required }) => required).map(({ name }) => name)),
      );
      const optional = query.filter(({ required }) => !required).map(({ name }) => name);
      expect(
        missing.filter((name) => optional.includes(name)),
        operation.operationId,
      ).toEqual([]);
      compared += query.filter(({ required }) => required).length;
    }
    expect(compared).toBeGreaterThan(5);
  });

  const graph = { nodes: [], edges: [] };
  const message = { simulation_result_id: "1" };
  const call = {
    start_time_utc: "2026-11-01T10:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    transcript: [{ speaker: "AGENT", utterance: "Hello" }],
  };
  test.each([
    ["EvaluateRequest", call, ["agent_id"]],
    ["EvaluateRequest", { ...call, external_agent_id: null }, ["agent_id"]],
    ["EvaluateRequest", { ...call, external_agent_id: "a" }, []],
    ["AgentUpdate", {}, ["agent_id"]],
    ["AgentUpdate", { external_agent_id: "a" }, []],
    ["SendHttpTextMessage", message, ["message"]],
    ["SendHttpTextMessage", { ...message, type: "tool_call" }, ["name"]],
    ["SendHttpTextMessage", { ...message, message: "Hello" }, []],
    ["WorkflowCreate", { name: "w" }, ["agent_id", "edges", "nodes"]],
    ["WorkflowCreate", { name: "w", agent_ids: [] }, ["agent_id", "edges", "nodes"]],
    ["WorkflowCreate", { name: "w", agent_ids: [101] }, ["edges", "nodes"]],
    ["WorkflowCreate", { name: "w", agent_ids: [101], definition: graph }, []],
  ])("%s %j", async (name, body, expected) => {
    const { method = "", path = "" } =
      operations.find((operation) => JSON.stringify(operation.operation).includes(`schemas/${name}"`)) ?? {};
    expect(missingBy(schemas[name] ?? {}, body)).toEqual(expected);
    expect((await missingIn(method, path, body)).sort()).toEqual(expected);
  });
});

/** The fields that a schema requires of an object that does not have them, with its conditions. */
function missingBy(schema: Schema, body: Readonly<Record<string, unknown>>): string[] {
  const chosen = schema.if && (holds(schema.if, body) ? schema.then : schema.else);
  const parts = [...(schema.allOf ?? []), ...(chosen ? [chosen] : [])];
  return [
    ...(schema.required ?? []).filter((name) => body[name] === undefined),
    ...parts.flatMap((part) => missingBy(part, body)),
  ].sort();
}

function holds(condition: Schema, body: Readonly<Record<string, unknown>>): boolean {
  return (
    (condition.required ?? []).every((name) => body[name] !== undefined) &&
    Object.entries(condition.properties ?? {}).every(([name, one]) => {
      const value = body[name];
      if (value === undefined) return true;
      if (one.const !== undefined) return value === one.const;
      if (one.type === "array") return Array.isArray(value) && value.length >= (one.minItems ?? 0);
      return typeof value === one.type;
    })
  );
}

test("every integer parameter has the largest value that JSON keeps, or a smaller one", () => {
  const integers = operations.flatMap(({ operation }) =>
    operation.parameters.filter(({ schema }) => schema.type === "integer"),
  );
  expect(integers.length).toBeGreaterThan(50);
  for (const { name, schema } of integers)
    expect(schema.maximum, name).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
});

/**
 * The names that generators give to objects and enumerations: a component's own, and for others the way to them. They
 * compare names without separators, and files of some systems compare them without case.
 */
function namesOf(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visit = (schema: Schema, name: string, place: string) => {
    if (schema.$ref) return;
    if (schema.enum || schema.properties || schema.allOf || schema.type === "object") {
      const key = name.replaceAll(/[^A-Za-z\d]/g, "").toLowerCase();
      found.set(key, [...(found.get(key) ?? []), place]);
    }
    const inner = (one: Schema, part: string) =>
      visit(one, `${name} ${one.title ?? part}`, `${place} › ${part}`);
    for (const [field, one] of Object.entries(schema.properties ?? {})) inner(one, field);
    if (schema.items) inner(schema.items, "item");
    if (typeof schema.additionalProperties === "object")
      inner(schema.additionalProperties, "additional_property");
    for (const choices of [schema.anyOf, schema.oneOf])
      for (const [index, one] of (choices ?? []).entries()) inner(one, `type_${index}`);
  };
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name, name);
  for (const { operation } of operations)
    for (const { name, schema } of operation.parameters)
      visit(schema, `${operation.operationId} ${name}`, `${operation.operationId}: ${name}`);
  return found;
}

test("no two objects or enumerations get the same name, and no two operations", () => {
  const names = namesOf();
  expect(names.size).toBeGreaterThan(500);
  expect([...names.values()].filter((places) => places.length > 1)).toEqual([]);
  const ids = operations.map(({ operation }) => operation.operationId.replaceAll("_", "").toLowerCase());
  expect(new Set(ids).size).toBe(ids.length);
});

test("every reference is to a component that exists", () => {
  const refs = [...JSON.stringify(printed).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = ""]) => ref);
  expect(refs.length).toBeGreaterThan(100);
  for (const ref of new Set(refs)) {
    const [root, kind, place, name] = ref.split("/");
    expect([root, kind]).toEqual(["#", "components"]);
    expect(
      (printed.components as unknown as Record<string, Record<string, unknown>>)[place ?? ""],
    ).toHaveProperty([name ?? ""]);
  }
});
