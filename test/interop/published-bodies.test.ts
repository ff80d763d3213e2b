/** Bodies that the published reference allows. The service accepts each of them. */
import { expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../src/contract/endpoints.ts";
import { readBody } from "../../src/service/http/read.ts";
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
  expression: ["0 9 * * 1-5"],
  definition: [{ nodes: [{ id: "ask" }, { id: "pay" }], edges: [{ from: "ask", to: "pay" }] }],
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

/** Constraints of the specification's twenty operations, and that a workflow needs an agent here. */
const OF_CALLS =
  /^body\.(?:transcript: a call needs a recording|tool_calls\.0\.start_offset_ms: must be at least 1)/;
const DEMANDED: Readonly<Record<string, RegExp>> = {
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
  if (choices) return choices.flatMap((one) => valuesOf(one, name, depth));
  if (schema.const !== undefined) return [schema.const];
  if (values) return [...values];
  if (properties) return objectsOf(schema, depth);
  if (type === "null") return [null];
  if (type === "array") return [[], ...valuesOf(items ?? {}, name, depth + 1).map((item) => [item])];
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
