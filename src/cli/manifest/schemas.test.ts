/** The printed schemas, and so editors, accept the manifests that the reader accepts. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { z } from "zod";
import { digitalHumansOf } from "./digital-humans.ts";
import { parseFile } from "./parse.ts";
import { manifestSchemas } from "./schemas.ts";
import { toSource } from "./source.ts";

const schemas = manifestSchemas();
const accepts = (kind: string, value: unknown) =>
  z.fromJSONSchema(schemas[kind] ?? false).safeParse(value).success;
const valueFrom = (text: string): unknown => parseDocument(text, { merge: true }).toJS();

const FULL = `
$schema: ./.parley/digital-humans.schema.json
kind: DigitalHumans
simulation_ids: [7]
defaults: { language: "\${LANGUAGE}", role_description_file: role.txt, simulation_ids: [8] }
digital_humans:
  - &base { name: A, intent_file: intent.txt, traits: [{ trait_name: vip, value: true }] }
  - <<: *base
    name: B
    accent: null
    matrix: { accent: [indian, "\${ACCENT:-british}"], creativity: [0, 2], intent_file: [a.txt, b.txt] }
    exclude: [{ accent: indian, creativity: 2 }]
`;

describe("the schema of digital humans", () => {
  test("accepts defaults, a matrix, files, variables and the editor's own line, as the reader does", async () => {
    expect(accepts("DigitalHumans", valueFrom(FULL))).toBe(true);
    const env = { LANGUAGE: "en" };
    const { documents } = parseFile(toSource("m.yaml", "/nowhere/m.yaml", FULL));
    const results = await Promise.all(
      documents.map((document) => digitalHumansOf(document, env, { allow_outside: true })),
    );
    const faults = results.flatMap((one) => one.faults);
    expect(faults.filter(({ message }) => !message.includes("file not found"))).toEqual([]);
  });

  test.each([
    ["an unknown field", { name: "A", creatvity: 1 }],
    ["a value that no variable makes", { name: "A", language: "klingon" }],
    ["a matrix of one value", { name: "A", matrix: { accent: "indian" } }],
    ["a matrix of names", { name: "A", matrix: { name: ["A", "B"] } }],
    ["a number out of its limits", { name: "A", matrix: { creativity: [3] } }],
  ])("refuses %s", (_, item) => {
    expect(accepts("DigitalHumans", { kind: "DigitalHumans", digital_humans: [item] })).toBe(false);
  });
});

test.each([
  ["DigitalHuman", "digital-human.yaml"],
  ["DigitalHumans", "digital-humans.yaml"],
  ["Evaluations", "evaluations.yaml"],
  ["Seed", "seed.yaml"],
] as const)("the schema of %s accepts the example of this repository", (kind, file) => {
  const text = readFileSync(resolve(import.meta.dirname, "../../../fixtures", file), "utf8");
  expect(accepts(kind, valueFrom(text))).toBe(true);
});

test.each([
  ["GenerateDigitalHumans", "load_testing: 3", "load_testing: many"],
  [
    "Policies",
    "policies: [{ sentence: Never call close_account., rule: fail when tool close_account called, status: accepted }]",
    "policies: [{ sentence: Never call close_account., status: maybe }]",
  ],
  [
    "Script",
    "steps: [{ say: Hi }, { expect: { ended: true, within: '${PATIENCE}' } }]",
    "steps: [{ sya: Hi }]",
  ],
] as const)("the schema of %s tells right from wrong", (kind, right, wrong) => {
  expect(accepts(kind, valueFrom(`kind: ${kind}\n${right}`))).toBe(true);
  expect(accepts(kind, valueFrom(`kind: ${kind}\n${wrong}`))).toBe(false);
});
