import { truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);
const cli = useCli(service);
const write = (name: string, text: string) => writeFileSync(join(parley.home, name), text);

describe("parley validate", () => {
  test("lists the contents of files of every kind, without a service", async () => {
    write(
      "all.yaml",
      `kind: DigitalHumans
simulation_ids: [7]
digital_humans: [{ name: A, matrix: { gender: [male, female] } }]
---
kind: Evaluations
evaluations: [{ start_time_utc: 2026-11-01T12:00:00Z, transcript_url: "https://calls.example/1.json" }]
---
kind: Script
steps: [{ say: Hello }, { expect: { contains: refund, within: 10s } }, { end: true }]
---
kind: DigitalHuman
digital_human: { intent: Refund }
---
kind: GenerateDigitalHumans
load_testing: 3
`,
    );
    write("rows.csv", "name,simulation_ids\nA,7\nB,7\n");
    write(
      "calls.jsonl",
      '{"start_time_utc":"2026-11-01T12:00:00Z","transcript":[{"speaker":"USER","utterance":"Hi"}]}\n',
    );
    const { code, json, stderr } = await parley([
      "validate",
      "all.yaml",
      "rows.csv",
      "calls.jsonl",
      "--json",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(json).toEqual([
      { file: "all.yaml", kind: "DigitalHumans", items: 2 },
      { file: "all.yaml", kind: "Evaluations", items: 1 },
      { file: "all.yaml", kind: "Script", items: 1 },
      { file: "all.yaml", kind: "DigitalHuman", items: 1 },
      { file: "all.yaml", kind: "GenerateDigitalHumans", items: 1 },
      { file: "rows.csv", kind: "DigitalHumans", items: 2 },
      { file: "calls.jsonl", kind: "Evaluations", items: 1 },
    ]);
    expect(service.requests).toEqual([]);
  });

  test("looks into the recordings and transcripts that evaluations name, as evaluate does", async () => {
    write(
      "named.yaml",
      `kind: Evaluations
evaluations:
  - { start_time_utc: 2026-11-01T12:00:00Z, recording_file: gone.wav }
  - { start_time_utc: 2026-11-01T12:00:00Z, recording_file: text.wav, transcript_file: said.json }
`,
    );
    write("text.wav", "not a recording");
    write("said.json", '{ "said": [] }');
    const { code, stderr } = await parley(["validate", "named.yaml"]);
    expect(code).toBe(2);
    expect(stderr).toContain("recording_file: file not found: gone.wav");
    expect(stderr).toContain("recording_file: the file is named .wav but its content is not WAV");
    expect(stderr).toContain("transcript_file: said.json: transcript: field required");
    const evaluated = await parley(["evaluate", "named.yaml", "--agent", "101"]);
    expect(evaluated.stderr).toBe(stderr);
  });

  test("lists the first 100 faults of a manifest and says how many there are", async () => {
    const entries = Array.from({ length: 5000 }, () => "{}").join(",");
    write(
      "wrong.yaml",
      `kind: Evaluations\nevaluations:\n  - start_time_utc: 2026-11-01T12:00:00Z\n    transcript: [${entries}]\n`,
    );
    const { code, stderr } = await parley(["validate", "wrong.yaml", "--json"]);
    const { error } = JSON.parse(stderr);
    expect(code).toBe(2);
    expect(error.message).toBe("invalid input: 10000 errors; the first 100 are listed");
    expect(error.details).toHaveLength(100);
    expect(error.details[0]).toEqual({
      where: "wrong.yaml:4:18",
      message: "evaluations.0.transcript.0.speaker: field required",
    });
  });

  test("checks manifests against the service's limits, and points at values that are too large", async () => {
    const tags = Array.from({ length: 10_001 }, () => "a").join(",");
    const keys = Array.from({ length: 1001 }, (_, at) => `k${at}: 1`).join(", ");
    const deep = `${"{ a: ".repeat(64)}1${" }".repeat(64)}`;
    write(
      "large.yaml",
      `kind: Evaluations
evaluations:
  - start_time_utc: 2026-11-01T12:00:00Z
    transcript_url: https://calls.example/1.json
    tags: [${tags}]
    metadata: { ${keys} }
---
kind: DigitalHuman
digital_human: { rtc_metadata: ${deep} }
`,
    );
    const { code, stderr } = await parley(["validate", "large.yaml", "--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(stderr).error.details).toEqual([
      { where: "large.yaml:5:11", message: "evaluations.0.tags: must have at most 10000 items" },
      { where: "large.yaml:6:15", message: "evaluations.0.metadata: must have at most 1000 keys" },
      { where: "large.yaml:8:1", message: "must not be nested more than 64 levels deep" },
    ]);
  });

  test("finds objects of a seed that a service would refuse because it cannot tell them apart", async () => {
    const twin = 'response_type: pass_fail, scoring_guidance: "Be kind."';
    write(
      "seed.yaml",
      `kind: Seed
organizations:
  - name: acme
    metrics:
      - { name: Tone, ${twin} }
      - { name: Tone, ${twin} }
    agents: [{ id: 5, name: A }, { id: 6, name: A }]
    simulations:
      - { name: S, agent_id: 5, digital_humans: [{ id: 7, name: Al }, { id: 7, name: Bo }] }
`,
    );
    const { code, stderr } = await parley(["validate", "seed.yaml", "--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(stderr).error.details).toEqual([
      {
        where: "seed.yaml:6:17",
        message: 'organizations.0.metrics.1.name: another metric is named "Tone"; give each an id',
      },
      {
        where: expect.stringMatching(/^seed\.yaml:9:/),
        message: "organizations.0.simulations.0.digital_humans.1.id: another digital human has the id 7",
      },
    ]);
  });

  test("finds the manifests of this repository right", async () => {
    const files = ["digital-human.yaml", "digital-humans.yaml", "evaluations.yaml", "seed.yaml"].map((name) =>
      resolve(import.meta.dirname, "../../fixtures", name),
    );
    const { code, json } = await parley(["validate", ...files, "--json"]);
    expect(code).toBe(0);
    expect(json).toMatchObject([
      { kind: "DigitalHuman", items: 1 },
      { kind: "DigitalHumans", items: 5 },
      { kind: "Evaluations", items: 3 },
      { kind: "Seed", items: 1 },
    ]);
  });

  test("reports every fault of every file, each with the lines around it", async () => {
    write(
      "one.yaml",
      "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans:\n  - name: A\n    tagg: x\n",
    );
    write("two.yaml", "kind: Skript\n");
    const { code, stdout, stderr } = await parley(["validate", "one.yaml", "two.yaml", "none.yaml"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(`error: invalid input: 3 errors
  none.yaml: file not found
  one.yaml:5:5: digital_humans.0.tagg: unknown field; did you mean tag? (--allow-unknown accepts it)
      4 |   - name: A
    > 5 |     tagg: x
        |     ^
  two.yaml:1:7: kind: must be one of DigitalHumans, DigitalHuman, Evaluations, GenerateDigitalHumans, Policies, Script, Seed, Test, World, not "Skript"; did you mean Script?
    > 1 | kind: Skript
        |       ^
hint: nothing was sent
`);
  });

  test("with --json the faults are data, without the lines", async () => {
    write("two.yaml", "kind: Skript\n");
    const { stderr } = await parley(["validate", "two.yaml", "--json"]);
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ code: "manifest", message: "invalid input" });
    expect(error.details).toEqual([
      { where: "two.yaml:1:7", message: expect.stringContaining("did you mean Script?") },
    ]);
  });

  test("refuses too large files without reading them, and binary ones", async () => {
    write("large.yaml", "");
    // More than Node can read into memory: trying would give another error.
    truncateSync(join(parley.home, "large.yaml"), 2 ** 40);
    writeFileSync(join(parley.home, "binary.yaml"), Buffer.from([1, 0, 2]));
    const { code, stderr } = await parley(["validate", "large.yaml", "binary.yaml"]);
    expect(code).toBe(2);
    expect(stderr).toContain("large.yaml: the file is larger than 16 MB");
    expect(stderr).toContain("binary.yaml: the file is binary, not text");
  });
});

describe("parley schema", () => {
  test.each(["DigitalHumans", "DigitalHuman", "Evaluations", "GenerateDigitalHumans", "Script", "Seed"])(
    "prints that of %s",
    async (kind) => {
      expect((await parley(["schema", kind])).json.properties.kind).toEqual({ type: "string", const: kind });
    },
  );
});

describe("a file of `metrics create`", () => {
  const metric = "name: Tone\nresponse_type: pass_fail\nscoring_guidance: Be kind.\n";

  test("is valid without a kind, and taken for a metric", async () => {
    writeFileSync(join(cli.home, "metric.yaml"), metric);
    writeFileSync(
      join(cli.home, "metrics.yaml"),
      "metrics: [{ name: Tone, response_type: pass_fail }, { name: Pace, response_type: yes_no }]\n",
    );
    const { code, json, stderr } = await cli(["validate", "metric.yaml", "metrics.yaml", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(json).toEqual([
      { file: "metric.yaml", kind: "metric", items: 1 },
      { file: "metrics.yaml", kind: "metrics", items: 2 },
    ]);
    for (const { file } of json)
      expect(await cli(["metrics", "create", "-f", file, "--dry-run"])).toMatchObject({ code: 0 });
  });

  test("has the same faults in both", async () => {
    writeFileSync(join(cli.home, "wrong.yaml"), "name: 5\nresponse_type: pass_fial\n");
    const { code, stderr } = await cli(["validate", "wrong.yaml"]);
    expect(code).toBe(2);
    expect(stderr).toContain("response_type: must be one of");
    expect((await cli(["metrics", "create", "-f", "wrong.yaml"])).stderr).toBe(stderr);
  });

  test("needs no kind", async () => {
    writeFileSync(join(cli.home, "kind.yaml"), `kind: Metric\n${metric}`);
    const { code, stderr } = await cli(["validate", "kind.yaml"]);
    expect(code).toBe(2);
    expect(stderr).toContain("  kind.yaml:1:7: kind: a metric has no kind: leave it out\n");
  });
});
