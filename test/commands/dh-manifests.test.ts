import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const recorder = useRecorder();
const parley = useCli(recorder);
const service = useService();
const write = (name: string, text: string) => {
  writeFileSync(join(parley.home, name), text);
  return name;
};
const manifest = (body: string) => `kind: DigitalHumans\nsimulation_ids: [7]\n${body}`;
const present = (...digital_humans: object[]) => ({ body: { digital_humans, total: 0, simulation_id: 7 } });
const refund = {
  id: 501,
  name: "Refund",
  intent: "old",
  creativity: 0.7,
  created_at: "2026-11-01T00:00:00Z",
};

describe("parley dh plan", () => {
  test("says per digital human what apply would do, field by field, and sends nothing but GET", async () => {
    recorder.answer(present(refund, { ...refund, id: 502, name: "Stranger" }));
    const file = write(
      "a.yaml",
      manifest(
        "digital_humans:\n  - { name: Refund, intent: new, creativity: 0.7 }\n  - { name: New one }\n",
      ),
    );
    const { code, stdout } = await parley(["dh", "plan", "-f", file]);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "~ update    Refund (501)",
      '    intent: "old" → "new"',
      "+ create    New one in simulation 7",
      "? unmanaged Stranger (502)",
      "1 to create, 1 to update, 0 unchanged, 1 not in the manifest",
      "",
    ]);
    expect(recorder.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/digital-humans-by-simulation/7",
    ]);
  });

  test("--detailed-exitcode is 9 with changes and 0 without", async () => {
    recorder.answer(present(refund));
    const same = write("same.yaml", manifest("digital_humans: [{ name: Refund, intent: old }]\n"));
    const other = write("other.yaml", manifest("digital_humans: [{ name: Refund, intent: new }]\n"));
    const code = async (file: string) =>
      (await parley(["dh", "plan", "-f", file, "--detailed-exitcode"])).code;
    expect([await code(same), await code(other)]).toEqual([0, 9]);
  });

  test("expands defaults, matrices and included files", async () => {
    recorder.answer(present());
    mkdirSync(join(parley.home, "texts"), { recursive: true });
    write("texts/intent.txt", "Wants it all");
    const file = write(
      "matrix.yaml",
      manifest(`defaults: { language: en, creativity: 0.3 }
digital_humans:
  - { name: Noisy, matrix: { accent: [indian, british], background_noise: [cafe] } }
  - { name: Told, intent_file: texts/intent.txt, creativity: 1 }
`),
    );
    const { json } = await parley(["dh", "plan", "-f", file, "--json"]);
    const fields = Object.fromEntries(
      json.steps.map(({ name, changes }: { name: string; changes: { field: string; new: unknown }[] }) => [
        name,
        Object.fromEntries(changes.map((change) => [change.field, change.new])),
      ]),
    );
    expect(fields).toMatchObject({
      "Noisy (indian, cafe)": { accent: "indian", background_noise: "cafe", creativity: 0.3 },
      "Noisy (british, cafe)": { accent: "british", language: "en" },
      Told: { intent: "Wants it all", creativity: 1 },
    });
  });

  test.each([
    [
      "an unknown key",
      "digital_humans: [{ name: A, intnet: x }]",
      /bad\.yaml:3:\d+: digital_humans\.0\.intnet/,
    ],
    [
      "a value out of range in a matrix",
      "digital_humans: [{ name: A, matrix: { creativity: [3] } }]",
      /bad\.yaml:3:\d+: digital_humans\.0\.matrix\.creativity\.0/,
    ],
    [
      "a name that stands twice",
      "digital_humans: [{ name: A }, { name: A }]",
      /"A" is there already, at bad\.yaml:3, in the same simulation/,
    ],
    ["a name that is missing", "digital_humans: [{ intent: x }]", /digital_humans\.0\.name/],
    [
      "texts on a workflow tag",
      "digital_humans: [{ name: A, tag: My Workflow, intent: x }]",
      /workflow-tagged/,
    ],
    [
      "a file that is not there",
      "digital_humans: [{ name: A, intent_file: none.txt }]",
      /intent_file: none\.txt/,
    ],
    [
      "a file outside the folder",
      "digital_humans: [{ name: A, intent_file: ../../etc/passwd }]",
      /outside the folder of the manifest/,
    ],
    [
      "a link out of the folder",
      "digital_humans: [{ name: A, intent_file: link.txt }]",
      /outside the folder of the manifest/,
    ],
  ])("refuses %s before anything is asked", async (_, body, message) => {
    if (body.includes("link.txt")) symlinkSync("/etc/hostname", join(parley.home, "link.txt"));
    const { code, stderr } = await parley(["dh", "plan", "-f", write("bad.yaml", manifest(`${body}\n`))]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
    expect(recorder.requests).toEqual([]);
  });
});

describe("parley dh apply", () => {
  const file = write(
    "apply.yaml",
    manifest("digital_humans:\n  - { name: Refund, intent: new }\n  - { name: New one, verbosity: low }\n"),
  );

  test("creates what is missing and patches only what differs", async () => {
    recorder.answer(({ method }) =>
      method === "GET"
        ? present(refund)
        : { body: { digital_human: { ...refund, id: 9 }, simulation_ids: [7] } },
    );
    const { code, json } = await parley(["dh", "apply", "-f", file, "--yes", "--json"]);
    expect(code).toBe(0);
    expect(json).toMatchObject([
      { action: "update", outcome: "done" },
      { action: "create", outcome: "done" },
    ]);
    const [, update, create] = recorder.requests;
    expect(update).toMatchObject({
      method: "PUT",
      path: "/v1/update-digital-human/501",
      body: { intent: "new" },
    });
    expect(create).toMatchObject({
      method: "POST",
      path: "/v1/create-digital-human",
      body: { digital_human: { name: "New one", verbosity: "low" }, simulation_ids: [7] },
    });
  });

  test("changes nothing without --yes where nobody can be asked, nor under --dry-run", async () => {
    recorder.answer(present(refund));
    expect((await parley(["dh", "apply", "-f", file])).code).toBe(2);
    const dry = await parley(["dh", "apply", "-f", file, "--dry-run", "--json"]);
    expect(dry.json.map((request: { method: string }) => request.method)).toEqual(["PUT", "POST"]);
    expect(recorder.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  test("goes on after a failure and ends with 8, saying which failed and which nobody knows", async () => {
    recorder.answer(({ method }) => {
      if (method === "GET") return present(refund);
      return method === "PUT" ? { status: 400, body: { detail: "no" } } : { reset: true };
    });
    const { code, json } = await parley(["dh", "apply", "-f", file, "--yes", "--json"]);
    expect(code).toBe(8);
    expect(json).toMatchObject([
      { name: "Refund", outcome: "failed", message: "no" },
      { name: "New one", outcome: "unknown" },
    ]);
    expect(recorder.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

describe("against the service", () => {
  test("apply, then plan: unchanged; export, then plan: unchanged", async () => {
    const env = { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY };
    const { body } = await service.acme("POST", "/v1/create-simulation", { name: "Smoke", agent_id: 101 });
    const rich = `simulation_ids: [${body.id}]
kind: DigitalHumans
defaults: { language: es, accent: mexican }
digital_humans:
  - name: Everything
    original_transcript: "Agent: Hola\\nUser: Quiero una cita"
    hangup_phrases: [adios]
    traits: [{ trait_name: impatient, trait_data_type: BOOLEAN, value: true }]
    scripted_responses: [{ match_type: exact, match_phrase: hola, response_type: phrase, response_value: si }]
    speaks_first_config: { speaks_first: true, mode: custom, message: Hola }
    interruptions: { type: none }
    expected_tool_calls: [{ name: book, parameters: { day: 2 } }]
    background_noise_volume: 0
    num_runs: 3
  - { name: Plain, matrix: { verbosity: [low, high] } }
`;
    const file = write("rich.yaml", rich);
    const applied = await parley(["dh", "apply", "-f", file, "--yes", "--json"], { env });
    expect(applied).toMatchObject({ code: 0 });
    const plan = async (name: string) => (await parley(["dh", "plan", "-f", name, "--json"], { env })).json;
    expect(await plan(file)).toMatchObject({ create: 0, update: 0, unchanged: 3, unmanaged: 0 });
    const exported = await parley(["dh", "export", String(body.id)], { env });
    expect(await plan(write("exported.yaml", exported.stdout))).toMatchObject({
      create: 0,
      update: 0,
      unchanged: 3,
    });
  });
});
