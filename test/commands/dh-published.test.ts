/** Digital humans as a service with the published shapes has them: exported, planned, and with typing errors. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { useHosted } from "../support/hosted.ts";
import { useProgram } from "../support/in-process.ts";

const service = useHosted();
const parley = useProgram(service);
const write = (name: string, content: unknown) =>
  writeFileSync(join(parley.home, name), typeof content === "string" ? content : JSON.stringify(content));

const human = {
  name: "Ada",
  test_name: "refund",
  intent: "Wants a refund",
  success_criteria: null,
  tags: ["smoke"],
  phone_number: "+14155550123",
  background_noise_volume: 0.5,
  creativity: 1,
  silence_timeout: 30,
  expected_tool_calls: [{ name: "refund", parameters: { order: "7" }, output: "done" }],
  hangup_phrases: ["bye"],
  traits: [{ trait_name: "vip", trait_data_type: "BOOLEAN", value: "true", is_sip_header: false }],
  interruptions: {
    type: "keywords",
    keyword_responses: [{ keyword: "wait", probability: 0.5, response: "Yes?" }],
  },
  scripted_responses: [
    { match_type: "exact", match_phrase: "Hi", response_type: "phrase", response_value: "Hello" },
  ],
  speaks_first_config: { speaks_first: true, mode: "custom", message: "Hello" },
  journey_steps: [{ step: 1, intent: "Calls", success_criteria: null }],
  livekit_metadata: { room: "blue" },
};
const OUTSIDE = { background_noise_volume: 7, creativity: 2.5, silence_timeout: 7 };

const offer = (digital_humans: readonly object[]) =>
  service.offer({
    "GET /v1/digital-humans-by-simulation/7": { digital_humans, status: "200" },
    "GET /v1/digital-humans-by-simulation/3": { digital_humans: [], status: "200" },
    "POST /v1/create-digital-human": { digital_human: { ...human, id: 502 }, status: "200" },
    "PUT /v1/update-digital-human/501": { digital_human: { ...human, id: 501 }, status: "200" },
  });

describe("numbers beyond the documented bounds", () => {
  test.each([1, 120])(
    "%d digital humans that have them already are exported and planned as unchanged",
    async (count) => {
      offer(
        Array.from({ length: count }, (_, i) => ({ ...human, ...OUTSIDE, id: 501 + i, test_name: `t${i}` })),
      );
      write("export.yaml", (await parley(["dh", "export", "7"])).stdout);
      const { code, json, stderr } = await parley(["dh", "plan", "-f", "export.yaml", "--json"]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(json.summary).toEqual({ create: 0, update: 0, unchanged: count, unmanaged: 0 });
    },
  );

  test.each(["plan", "apply"])(
    "dh %s refuses those that it would send, and says where they are",
    async (command) => {
      offer([{ ...human, ...OUTSIDE, id: 501 }]);
      const exported = (await parley(["dh", "export", "7"])).stdout;
      const { digital_humans } = parse(exported);
      write("changed.json", {
        kind: "DigitalHumans",
        simulation_ids: [7],
        digital_humans: [
          { ...digital_humans[0], creativity: 3 },
          { name: "New", silence_timeout: 1 },
        ],
      });
      const { code, stderr } = await parley([
        "dh",
        command,
        "-f",
        "changed.json",
        ...(command === "apply" ? ["--yes"] : []),
      ]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/changed\.json:1:\d+: digital_humans\.0\.creativity: must be at most 2\n/);
      expect(stderr).toMatch(
        /changed\.json:1:\d+: digital_humans\.1\.silence_timeout: must be at least 15\n/,
      );
      expect(stderr).not.toContain("background_noise_volume: must");
      expect(service.requests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    },
  );
});

describe("what looks like a typing error", () => {
  /** A newer service may have values and fields that differ little from those of the reference. */
  const NEWER = {
    accent: "american3",
    gender: "females",
    accents: ["british"],
    interruptions: { type: "mediums" },
  };

  test("is unchanged where the service has it already", async () => {
    offer([{ ...human, ...NEWER, id: 501 }]);
    write("export.yaml", (await parley(["dh", "export", "7"])).stdout);
    const { code, json } = await parley(["dh", "plan", "-f", "export.yaml", "--json"]);
    expect([code, json.summary]).toEqual([0, { create: 0, update: 0, unchanged: 1, unmanaged: 0 }]);
  });

  test.each([
    ["another value", { ...NEWER, id: 501, accent: "british" }],
    ["no such field", { ...human, gender: null, id: 501, interruptions: null }],
    ["another name", { ...human, ...NEWER, id: 501, test_name: "other" }],
  ])("is refused where the service has %s, and nothing is sent", async (_, present) => {
    offer([{ ...human, ...present }]);
    write("humans.json", { digital_humans: [{ ...human, ...NEWER }], simulation_ids: [7] });
    for (const command of [
      ["dh", "plan", "-f", "humans.json"],
      ["dh", "apply", "-f", "humans.json", "--yes"],
    ]) {
      const { code, stderr } = await parley(command);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/humans\.json:1:\d+: digital_humans\.0\.accent: /),
      ]);
      expect(stderr).toContain("did you mean american?");
    }
    expect(service.requests().filter((request) => !request.startsWith("GET"))).toEqual([]);
  });

  test("is told with everything else that is wrong, and around digital humans", async () => {
    offer([{ ...human, ...NEWER, id: 501 }]);
    const wrong = { digital_humans: [{ ...human, ...NEWER }, { name: 7 }], simulation_ids: [7] };
    write("humans.json", wrong);
    const { stderr } = await parley(["dh", "plan", "-f", "humans.json"]);
    expect(stderr).toContain("did you mean american?");
    expect(stderr).toContain("digital_humans.1.name: must be a string");
    write("humans.json", {
      ...{ kind: "DigitalHumans", simulation_ids: [7], defaults: { accent: "american3" } },
      digital_humans: [human],
    });
    const around = await parley(["dh", "plan", "-f", "humans.json"]);
    expect([around.code, around.stderr]).toEqual([2, expect.stringContaining("defaults.accent: must be")]);
  });
});

type Step = string | number;

function* pathsOf(value: unknown, at: readonly Step[] = []): Generator<readonly Step[]> {
  yield at;
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value))
    yield* pathsOf(item, [...at, Array.isArray(value) ? Number(key) : key]);
}

function replaced(value: unknown, [step, ...rest]: readonly Step[], by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? replaced(item, rest, by) : item));
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [step]: replaced(fields[step], rest, by) };
}

/** Every field is tried in the first form; in the others, what is around them. */
const FORMS = {
  "a list of wrapped ones": [{ digital_human: human, simulation_ids: ["7"] }],
  "one, wrapped": { digital_human: human, simulation_ids: [7] },
  "a list under its name": { digital_humans: [human], simulation_ids: [7] },
  "a manifest": {
    kind: "DigitalHumans",
    simulation_ids: [7],
    defaults: { tag: "x" },
    digital_humans: [human],
  },
};
const MISTYPED = [null, "", "3", -1.5, true, [], {}, [null], [3], [{}], { a: null }];
const COMMANDS = [
  ["validate", "humans.json"],
  ["dh", "plan", "-f", "humans.json"],
  ["dh", "apply", "-f", "humans.json", "--yes"],
];

test.each(Object.entries(FORMS))(
  "%s with a typing error anywhere is read or refused with a place",
  async (name, form) => {
    offer([{ ...human, id: 501 }]);
    const depth = name === "a list of wrapped ones" ? Number.POSITIVE_INFINITY : 2;
    const codes = new Set<number | null>();
    for (const path of [...pathsOf(form)].filter(({ length }) => length <= depth))
      for (const odd of MISTYPED) {
        write("humans.json", replaced(form, path, odd));
        for (const command of COMMANDS) {
          const { code, stdout, stderr } = await parley(command);
          const what = `${command.join(" ")} with ${path.join(".")} = ${JSON.stringify(odd)}`;
          expect(`${what}: ${stdout}${stderr}`).not.toMatch(
            /\bundefined\b|\[object Object\]|TypeError|\bNaN\b|a bug in parley|\n\s+at /,
          );
          expect([what, [0, 2]]).toEqual([what, expect.arrayContaining([code])]);
          if (code === 2) expect([what, stderr]).toEqual([what, expect.stringContaining("humans.json")]);
          codes.add(code);
        }
      }
    expect([...codes].sort()).toEqual(expect.arrayContaining([0, 2]));
  },
);

test.each([
  ["language", 5],
  ["accent", ["british"]],
  ["speaks_first_config", [true]],
])("a value of the wrong type is not also accepted as it is: %s", async (field, value) => {
  write("humans.json", { digital_humans: [{ ...human, [field]: value }], simulation_ids: [7] });
  const { code, stderr } = await parley(["validate", "humans.json"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${field}: must be`)]);
  expect(stderr).not.toContain("accepted as it is");
});

test.each(Object.entries(FORMS))("%s with a misspelled field is refused with its place", async (_, form) => {
  offer([{ ...human, id: 501 }]);
  const misspelled = JSON.stringify(form, null, 1).replace('"test_name"', '"test_nmae"');
  const line = misspelled.slice(0, misspelled.indexOf("test_nmae")).split("\n").length;
  write("humans.json", misspelled);
  for (const command of COMMANDS) {
    const { code, stderr } = await parley(command);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`humans.json:${line}:`)]);
    expect(stderr).toContain("test_nmae: unknown field; did you mean test_name?");
  }
});
