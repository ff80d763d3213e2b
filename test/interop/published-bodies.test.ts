/** Bodies that the published reference allows. The service accepts each of them. */
import { expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../src/contract/endpoints.ts";
import { bodyShape } from "../../src/contract/shape.ts";
import type { Shape } from "../../src/contract/shape-of.ts";
import { readBody } from "../../src/service/validation/read.ts";
import { NOT_OFFERED, reference, type Schema } from "./conformance.ts";

const UUID = "00000000-0000-4000-8000-000000000007";

/** Constraints that the reference states only in words, if at all. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  participants: [[{ role: "AGENT" }, { role: "USER", spoke_first: true, name: "Ann", phone_number: "1" }]],
  recording_url: ["https://example.com/a.wav"],
  recording_base64: ["data:audio/wav;base64,UklGRg=="],
  transcript_url: ["https://example.com/a.json"],
  formatted_transcript: [[{ role: "agent", utterance: "Hello" }]],
  workflow_adherence: [{ refund: 1 }],
  workflow_adherence_v2: [{ refund: 1 }],
  time: ["07:30"],
  extension: ["12,,3#"],
  expression: ["0 9 * * 1-5"],
  // A workflow's, and a scenario's.
  definition: [
    {
      nodes: [{ id: "ask", type: "start" }],
      edges: [{ from: "ask", to: "pay", source: "ask", target: "pay" }],
    },
  ],
  experiment_run_ids: [
    [7, 8],
    ["7", "8"],
  ],
  test_result_ids: [[7], ["7"]],
  prompt_id: [UUID],
  knowledge_base_id: [UUID],
  metric_ids: [[UUID]],
  digital_human_ids: [["7"], [7]],
};

const INTEGER_ID =
  /^(?:agent|simulation|digital_human|test_case|simulation_result|test_result|experiment_run)_ids?$/;

/** Constraints of the specification's twenty operations; a workflow needs an agent here, and a conversation its id. */
const OF_CALLS =
  /^body\.(?:transcript: a call needs a recording|tool_calls\.0\.start_offset_ms: must be at least 1)/;
const UNNAMED = /^body\.conversations\.0\.call_id: give call_id or test_result_id/;
const DEMANDED: Readonly<Record<string, RegExp>> = {
  "/v1/metrics-lab/evaluate-conversation":
    /^body\.metrics\.custom_metric(?:_ids: name at least one|_revision_id: name a)/,
  "/v1/metrics-lab/lab/{lab_id}/human-evaluation": /^body\.call_id: give call_id or test_result_id/,
  "/v1/metrics-lab/lab/{lab_id}/metric-revisions": /^body\.eval_route/,
  "/v1/metrics-lab/lab": UNNAMED,
  "/v1/metrics-lab/lab/{lab_id}/conversations": UNNAMED,
  "/v1/evaluate": OF_CALLS,
  "/v1/update-agent": /^body\.agent_id: field required/,
  "/v1/evaluate-call": OF_CALLS,
  "/v1/workflow": /^body\.agent_id: required, or agent_ids/,
};

/**
 * Values that a published schema allows: each choice once, and for an object the required fields plus each
 * other field in turn.
 */
function valuesOf(schema: Schema, name = "", depth = 0): readonly unknown[] {
  const { $ref, anyOf, oneOf, enum: values, properties, items, type } = schema;
  if (depth > 12) return [];
  if (Object.hasOwn(SAMPLES, name) && type !== "null" && !anyOf) return SAMPLES[name] ?? [];
  if ($ref) return valuesOf(reference.shapes[$ref.split("/").at(-1) ?? ""] ?? {}, name, depth + 1);
  const choices = anyOf ?? oneOf;
  if (choices) return choices.flatMap((choice) => valuesOf(choice, name, depth));
  if (schema.const !== undefined) return [schema.const];
  if (values) return [...values];
  if (properties) return objectsOf(schema, depth);
  if (type === "null") return [null];
  if (type === "array") {
    const single = valuesOf(items ?? {}, name, depth + 1).map((item) => [item]);
    return schema.minItems ? single : [[], ...single];
  }
  // Whatever the reference says, clients send either.
  if (INTEGER_ID.test(name)) return ["7", 7];
  if (type === "integer" || type === "number") return numbersOf(schema);
  if (type === "boolean") return [true, false];
  if (type === "object") return [{}, { any: ["thing"] }];
  return [textOf(schema, name)];
}

function objectsOf({ properties = {}, required = [] }: Schema, depth: number): unknown[] {
  const choices = Object.entries(properties).map(
    ([name, field]) => [name, valuesOf(field, name, depth + 1)] as const,
  );
  const least = Object.fromEntries(
    choices.filter(([name]) => required.includes(name)).map(([name, values]) => [name, values[0]]),
  );
  return [
    least,
    ...choices.flatMap(([name, values]) => values.map((value) => ({ ...least, [name]: value }))),
  ];
}

function numbersOf({ minimum, exclusiveMinimum, maximum }: Schema): number[] {
  const lowest = minimum ?? (exclusiveMinimum === undefined ? 7 : exclusiveMinimum + 1);
  return [lowest, maximum ?? lowest + 1];
}

const textOf = ({ format, default: usual }: Schema, name: string) => {
  if (format === "uuid") return UUID;
  if (format === "date-time" || /_utc$/.test(name)) return "2026-11-01T12:00:00Z";
  if (/url$|^http_webhook$/.test(name)) return "https://example.com/a";
  return typeof usual === "string" ? usual : /id$/.test(name) ? "7" : "text";
};

const published = reference.operations.filter(
  ({ method, path, body }) => body && !Object.hasOwn(NOT_OFFERED, `${method} ${path}`),
);

test.each(published)("$method $path", ({ method, path, body = {} }) => {
  const withoutNames = (text: string) => text.replaceAll(/\{\w+\}/g, "{}");
  const row = Object.values<Endpoint>(endpoints).find(
    (one) => one.method === method && withoutNames(one.path) === withoutNames(path),
  );
  const name = row?.body;
  if (!name) throw new Error(`${method} ${path} takes no body`);
  const values = valuesOf(body);
  expect(values.length).toBeGreaterThan(0);
  const refused = values.flatMap((value) => {
    const text = JSON.stringify(value);
    return readBody(name, Buffer.from(text), { strict: false }).faults.map(
      ({ loc, msg }) => `${loc.join(".")}: ${msg}: ${text.slice(0, 200)}`,
    );
  });
  expect(refused.filter((fault) => !DEMANDED[path]?.test(fault))).toEqual([]);
});

/** The published type of each part of a body, by its path. A part that may have several has the first. */
function typesOf(schema: Schema, at = "", found = new Map<string, string>(), depth = 0): Map<string, string> {
  const { $ref, anyOf, oneOf, allOf, properties, items, type } = schema;
  if (depth > 12) return found;
  if ($ref) return typesOf(reference.shapes[$ref.split("/").at(-1) ?? ""] ?? {}, at, found, depth + 1);
  for (const one of [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])])
    typesOf(one, at, found, depth + 1);
  for (const [name, field] of Object.entries(properties ?? {}))
    typesOf(field, at ? `${at}.${name}` : name, found, depth + 1);
  if (items) typesOf(items, `${at}[]`, found, depth + 1);
  if (type === "integer" && !found.has(at)) found.set(at, "integer");
  if (type === "string" && !found.has(at)) found.set(at, "text");
  return found;
}

/** The types in which ids leave, by their path. */
function idsOf(shape: Shape, at = "", found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof shape === "string") return found.set(at, shape);
  if (Array.isArray(shape)) return idsOf(shape[0], `${at}[]`, found);
  for (const [name, field] of Object.entries(shape ?? {})) idsOf(field, at ? `${at}.${name}` : name, found);
  return found;
}

test("every id leaves in its published type", () => {
  const wrong: string[] = [];
  let compared = 0;
  for (const { method, path, body } of reference.operations) {
    const endpoint = Object.values<Endpoint>(endpoints).find(
      (row) => row.method === method && nameless(row.path) === nameless(path),
    );
    if (!body || !endpoint?.body) continue;
    const published = typesOf(body);
    for (const [at, type] of idsOf(bodyShape(endpoint.body))) {
      const wanted = published.get(at);
      if (wanted === undefined) continue;
      compared++;
      if (wanted !== type) wrong.push(`${method} ${path}: ${at} leaves as ${type}, not ${wanted}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(30);
});

const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");
