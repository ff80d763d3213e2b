import { expect, test } from "vitest";
import { type Endpoint, endpoints, type Operation } from "../../src/contract/endpoints.ts";
import { type Compared, compareAll, DIFFERENCES, NEWER, NOT_OFFERED, reference } from "./conformance.ts";
import { effectTables, fieldEffects } from "./field-effects.ts";

const compared = compareAll();
const offered = compared.filter(({ name }) => name !== undefined);

test("docs/conformance.md matches the table of endpoints and the published reference", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/conformance.md");
});

test("exactly the operations that are not offered have a reason", () => {
  const missing = compared.filter(({ name }) => name === undefined).map(({ operation }) => operation);
  expect(Object.keys(NOT_OFFERED).sort()).toEqual(missing.sort());
});

test("answers have the published types, except for the differences that have a reason", () => {
  const unexplained = offered.flatMap(({ operation, answer }) =>
    answer.wrong.filter((fault) => reasonFor(fault) === undefined).map((fault) => `${operation}: ${fault}`),
  );
  expect(unexplained).toEqual([]);
});

test("a row is documented or hosted exactly if it is published", () => {
  const published = new Set(offered.map(({ name }) => name));
  for (const [name, { tier, method, path }] of Object.entries(endpoints))
    expect([name, tier !== "own"]).toEqual([
      name,
      published.has(name) || NEWER.includes(`${method} ${path}`) || path.startsWith("/v1/bluejay-as-code/"),
    ]);
});

test("an answer may be anything only where the reference publishes no shape, and a list null only where it says so", () => {
  const published = new Map(
    reference.operations.map(({ method, path, answer }) => [`${method} ${path}`, answer]),
  );
  const rows = compared.flatMap(({ operation, name }) =>
    name === undefined ? [] : [{ operation, row: endpoints[name as Operation] as Endpoint }],
  );
  const loose = rows.filter(({ row }) => row.unpublished_answer).map(({ operation }) => operation);
  expect(loose.length).toBeGreaterThan(0);
  expect(loose.filter((operation) => published.get(operation))).toEqual([]);
  const nullable = rows.filter(({ operation, row: { list } }) => {
    const shape = reference.shapes[published.get(operation)?.$ref?.split("/").at(-1) ?? ""];
    const field = typeof list === "string" ? shape?.properties?.[list] : undefined;
    return field?.anyOf?.some(({ type }) => type === "null");
  });
  expect(rows.filter(({ row }) => row.list_may_be_null)).toEqual(nullable);
});

test("exactly those operations answer without a body that are published so", () => {
  const silent = reference.operations.filter(({ status }) => status === 204);
  expect(silent).toHaveLength(2);
  const rows = compared.filter(({ name }) => name && endpoints[name as Operation].answer === "Nothing");
  expect(rows.map(({ operation }) => operation)).toEqual(
    silent.map(({ method, path }) => `${method} ${path}`),
  );
});

test("what a published field does is said once: in the contract, or else in field-effects.json", () => {
  const { bodies, parameters, superfluous } = fieldEffects();
  const unsaid = (place: string, fields: readonly { field: string; does: string | undefined }[]) =>
    fields.flatMap(({ field, does }) => (does === undefined ? [`${place}${field}`] : []));
  expect([
    ...bodies.flatMap(({ schema, fields }) => unsaid(`${schema}.`, fields)),
    ...unsaid("?", parameters),
  ]).toEqual([]);
  expect(superfluous).toEqual([]);
});

test("every published request that is offered with a body has a table of its fields", () => {
  const taken = reference.operations.filter(
    (one) =>
      one.body && compared.some(({ operation, name }) => name && operation === `${one.method} ${one.path}`),
  );
  const listed = fieldEffects().bodies.flatMap(({ operations }) => operations);
  expect(listed.sort()).toEqual(taken.map(({ method, path }) => `${method} ${path}`).sort());
});

/** A difference is identified by the last part of the field's name. */
function reasonFor(fault: string): string | undefined {
  const [place = ""] = fault.split(": ");
  return DIFFERENCES[place.split(".").at(-1)?.replaceAll("[]", "") ?? ""];
}

function page(): string {
  const rows = compared.map(row);
  const used = new Set(offered.flatMap(({ answer }) => answer.wrong.map(lastPart)));
  const reasons = Object.entries(DIFFERENCES).filter(([name]) => used.has(name));
  return `# Conformance

Parley offers ${offered.length} of the ${compared.length} operations in the hosted API's published reference, with the same paths and the same
shapes:

\`\`\`console
$ parley api GET /v1/agents/101 --query '{id: id, mode: mode}'
id    101
mode  TEXT
\`\`\`

This page is generated from the reference (\`test/interop/hosted-api.json\`) and the table of endpoints. \`npm run conformance\`
updates it, and a test fails if it is out of date. The service stores and returns fields that the contract does not have, unless it
runs with \`--strict\`.

## Operations

"Request" counts the published fields and parameters that Parley's contract has: [what each field does](#what-each-field-does) says
which of them have an effect. "Answer" counts the published fields that answers have with the published types.

| Operation | Request | Answer | Remarks |
|---|---|---|---|
${rows.join("\n")}

## What each field does

Every published field of a request, by Parley's schema of the body, with the operations that take it. \`a.b\` is a field of the
object \`a\`, and \`a[].b\` one of each object in the list \`a\`. Parameters of queries come last.

${effectTables(fieldEffects())}
## Named in the guides without a shape

The guides and the change log name these, but publish no field for them, so a request for them cannot be read:

| What | Where it is named | Instead |
|---|---|---|
| scripted responses that play an uploaded clip | the guide on CSV files | \`phrase\`, \`silence\` and \`dtmf\`; an unknown \`response_type\` is kept and reported as inactive |
| alerts by percentage | the change log of June | alerts that count: \`min_events\` within \`threshold_time_interval\` |
| adding documents to a knowledge base | the page that creates one | the field \`documents\`, an extension |

## Different defaults

A client that relies on one of these defaults sends the value instead:

| What | Published | Here |
|---|---|---|
| \`max_call_duration\` of a simulation | 10 minutes | 30 minutes |
${otherDefaults().join("\n")}

## Differences in types

| Field | Why |
|---|---|
${reasons.map(([name, why]) => `| \`${name}\` | ${why} |`).join("\n")}
`;
}

const OWN_ANSWERS = ["list_alert_results", "list_phone_numbers"];

/** Rows for the parameters of queries whose default is not the published one. */
function otherDefaults(): string[] {
  return offered.flatMap(({ operation, name }) => {
    const { query: ours = {} }: Endpoint = endpoints[name as Operation];
    const published = reference.operations.find(({ method, path }) => `${method} ${path}` === operation);
    return Object.entries(published?.query ?? {}).flatMap(([parameter, schema]) => {
      const own = ours[parameter];
      if (!own || schema.default === undefined || own.default === schema.default) return [];
      return [`| \`?${parameter}\` of \`${operation}\` | ${schema.default} | ${own.default ?? "all"} |`];
    });
  });
}

/** Parameters of the query without which the service refuses a request, although the reference demands none. */
function needed(name: Operation): string[] {
  if (name === "get_trace_summary") return ["`?call_id`, `?simulation_result_id` or `?trace_id`"];
  const { query = {} }: Endpoint = endpoints[name];
  return Object.entries(query).flatMap(([parameter, { optional, default: usual }]) =>
    optional || usual !== undefined ? [] : [`\`?${parameter}\``],
  );
}

const lastPart = (fault: string) => fault.split(": ")[0]?.split(".").at(-1)?.replaceAll("[]", "") ?? "";

function row({ operation, name, request, answer }: Compared): string {
  if (name === undefined) return `| \`${operation}\` | | | not offered: ${NOT_OFFERED[operation] ?? "?"} |`;
  const without = (fields: readonly string[]) => fields.map((field) => `\`${field}\``).join(", ");
  const share = ({ total, missing }: Compared["request"]) =>
    total === 0 ? "" : `${total - missing.length} of ${total}`;
  const different = [...new Set(answer.wrong.map(lastPart))];
  const demands = needed(name as Operation);
  const remarks = [
    ...(demands.length > 0 ? [`refused without ${demands.join(" and ")}`] : []),
    ...(request.missing.length > 0 ? [`kept without effect: ${without(request.missing)}`] : []),
    ...(answer.missing.length > 0 ? [`not answered: ${without(answer.missing)}`] : []),
    ...(different.length > 0 ? [`different: ${without(different)}`] : []),
    ...(OWN_ANSWERS.includes(name) ? ["the pages publish no answer: this one is Parley's"] : []),
  ];
  return `| \`${operation}\` | ${share(request)} | ${share(answer)} | ${remarks.join("; ")} |`;
}
