/**
 * Every digital human that the published reference allows, with additional unpublished fields: stored,
 * exported, and planned as unchanged.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { digitalHumansOf, type WantedDigitalHuman } from "../../src/cli/manifest/digital-humans.ts";
import { Openness } from "../../src/cli/manifest/openness.ts";
import { parseFile } from "../../src/cli/manifest/parse.ts";
import { toSource } from "../../src/cli/manifest/source.ts";
import { exportManifest } from "../../src/cli/plan/export.ts";
import { makePlan } from "../../src/cli/plan/plan.ts";
import { arbitraryOf, type JsonSchema } from "../support/arbitrary.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const RUNS = 120;
const SEED = 20_260_722;

const { acme } = useService({
  kind: "Seed",
  organizations: [
    {
      name: "acme",
      api_key: ACME_KEY,
      // SIP headers among the traits need an agent with a SIP address.
      agents: [{ id: 101, name: "Front desk", mode: "TEXT", sip_uri: "sip:desk@example.com" }],
    },
  ],
});

const { shapes } = JSON.parse(readFileSync(new URL("hosted-api.json", import.meta.url), "utf8"));

/** A schema of the reference with its references resolved. */
function resolved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolved);
  if (typeof schema !== "object" || schema === null) return schema;
  if ("$ref" in schema) return resolved(shapes[String(schema.$ref).replace("#/shapes/", "")]);
  if ("const" in schema) return { type: "string", enum: [schema.const] };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value)]));
}

const shape = resolved(shapes.DigitalHumanRequestData) as JsonSchema;
const FIELDS = Object.keys(shape.properties ?? {});

type Fields = Record<string, unknown>;

/** Fields newer than the interface description. */
const newer = fc.record(
  {
    test_name: fc.constant("refund-1"),
    tags: fc.array(fc.string(), { maxLength: 3 }),
    allow_dtmf_tool: fc.boolean(),
    journey_steps: fc.constantFrom(null, [{ step: 1, intent: "Call", success_criteria: null }]),
  },
  { requiredKeys: [] },
);

/** Names that cannot be a typo of the contract's names. */
const inventedName = fc.stringMatching(/^zz_[a-z_]{3,8}$/);
const invented = fc.dictionary(inventedName, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });

/** Valid numbers, and the accents of a language, are rules of the service with their own tests. */
const VALID: Fields = {
  phone_number: "+14155550123",
  outbound_text_number: "",
  extension: "1,2#",
  accent: "multilingual",
};

const UTTERANCES = [
  { role: "agent", utterance: "Hello", lang: "en" },
  { role: "user", utterance: "I want a refund" },
];

const examples = {
  tag: ["smoke", "${TAG}"],
  intent: ["Wants a refund", ""],
  original_transcript: ["Agent: Hello\nUser: I want a refund"],
};

/** Tools and traits without a name are refused here. */
const isNamed = (fields: Fields) => !/"(?:name|trait_name)":""/.test(JSON.stringify(fields));

const published = (full: boolean) =>
  fc
    .tuple(arbitraryOf(shape, { examples, full }), newer, invented)
    .map(([fields, more, others]): Fields => {
      const { always_on_active, always_on_mode, ...rest } = fields as Fields;
      // Fields derived from a transcript must not contradict it.
      if (rest["formatted_transcript"]) rest["formatted_transcript"] = UTTERANCES;
      else delete rest["formatted_transcript"];
      if (rest["original_transcript"] || rest["formatted_transcript"]) delete rest["intent"];
      for (const [field, value] of Object.entries(VALID))
        if (typeof rest[field] === "string") rest[field] = value;
      // JSON has no negative zero.
      return JSON.parse(JSON.stringify({ ...rest, ...more, ...others, name: "Ada" }));
    })
    .filter(isNamed)
    // NUL and lone surrogates are refused everywhere.
    .filter(
      (fields) =>
        !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(fields)) && !/__proto__/.test(JSON.stringify(fields)),
    );

async function wantedOf(text: string, file: string, simulation_id: number): Promise<WantedDigitalHuman[]> {
  const { documents, faults } = parseFile(toSource(file, `/nowhere/${file}`, text));
  const openness = new Openness();
  const options = { allow_outside: false, openness, simulations: [simulation_id] };
  const found = await Promise.all(documents.map((document) => digitalHumansOf(document, {}, options)));
  expect([...faults, ...found.flatMap((one) => one.faults)]).toEqual([]);
  return found.flatMap(({ wanted }) => wanted);
}

async function roundTrip(fields: Fields): Promise<void> {
  const simulation = await acme("POST", "/v1/create-simulation", { name: "S", agent_id: "101" });
  const simulation_id = Number(simulation.body.id ?? simulation.body.simulation_id);
  const made = await acme("POST", "/v1/create-digital-human", {
    digital_human: fields,
    simulation_ids: [String(simulation_id)],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const stored = made.body.digital_human;
  for (const [field, value] of Object.entries(fields))
    expect(without(stored[field], "is_sip_header"), field).toEqual(without(value, "is_sip_header"));

  const listed = await acme("GET", `/v1/digital-humans-by-simulation/${simulation_id}`);
  const present = new Map([[simulation_id, listed.body.digital_humans]]);
  const text = JSON.stringify(fields);
  const files = [
    [`{"digital_humans":[${text}]}`, "published.json"],
    [`[{"digital_human":${text},"simulation_ids":["${simulation_id}"]}]`, "wrapped.json"],
    [
      stringify(exportManifest(simulation_id, listed.body.digital_humans).manifest, { lineWidth: 0 }),
      "export.yaml",
    ],
  ] as const;
  for (const [written, file] of files) {
    const { plan, faults } = makePlan(await wantedOf(written, file, simulation_id), present);
    expect(faults).toEqual([]);
    expect(plan.steps, file).toMatchObject([{ action: "unchanged" }]);
  }
}

/** Removes the only field that is filled in inside of what was sent. */
function without(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== name)
      .map(([key, item]) => [key, without(item, name)]),
  );
}

test("everything that the reference publishes comes back and is unchanged", async () => {
  const seen = new Set<string>();
  const any = fc.oneof({ weight: 3, arbitrary: published(false) }, { weight: 1, arbitrary: published(true) });
  await fc.assert(
    fc.asyncProperty(any, async (fields) => {
      await roundTrip(fields);
      for (const [field, value] of Object.entries(fields)) if (value !== null) seen.add(field);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(FIELDS.filter((field) => !seen.has(field) && !/^always_on/.test(field))).toEqual([]);
  expect([...seen].filter((field) => field.startsWith("zz_")).length).toBeGreaterThan(10);
});

test("enumerated values of the future come back and are unchanged", async () => {
  const enumerated = {
    language: "tlh",
    gender: "unspecified",
    background_noise: "spaceport",
    voice_speed: "warp",
    audio_quality: "quadraphonic",
    fluency: "poetic",
    verbosity: "epic-length",
    traits: [{ trait_name: "shoe", trait_data_type: "FOOTWEAR", value: 43, is_sip_header: false }],
    scripted_responses: [
      { match_type: "telepathy", match_phrase: "x", response_type: "hologram", occurrence_mode: "daily" },
    ],
    interruptions: { type: "operatic", key: "c-sharp" },
    speaks_first_config: { speaks_first: true, mode: "sung" },
  };
  for (const [field, value] of Object.entries(enumerated)) await roundTrip({ name: "Ada", [field]: value });
});
