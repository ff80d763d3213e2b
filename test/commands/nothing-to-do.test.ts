/** A run over nothing would look like a success, so it is an error unless it is explicitly allowed. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);
const path = (name: string) => join(parley.home, name);
const write = (name: string, text: string) => writeFileSync(path(name), text);

const EVALUATIONS: readonly (readonly [name: string, text: string])[] = [
  ["empty.yaml", ""],
  ["comments.yaml", "# nothing yet\n"],
  ["none.yaml", "kind: Evaluations\nevaluations: []\n"],
  ["header.csv", "start_time_utc,transcript_url\n"],
  ["lines.jsonl", "\n"],
];
const DIGITAL_HUMANS: readonly (readonly [name: string, text: string])[] = [
  ["empty.yaml", ""],
  ["comments.yaml", "# nothing yet\n"],
  ["none.yaml", "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: []\n"],
];

beforeEach(() => {
  rmSync(path("verdicts.xml"), { force: true });
  rmSync(path("report.json"), { force: true });
  service.answer({ body: {} });
});

describe.each([
  ["evaluate", EVALUATIONS, (file: string) => ["evaluate", file]],
  ["evaluate --wait", EVALUATIONS, (file: string) => ["evaluate", file, "--wait", "--min-pass-rate", "0"]],
  ["dh plan", DIGITAL_HUMANS, (file: string) => ["dh", "plan", "-f", file, "--detailed-exitcode"]],
  ["dh apply", DIGITAL_HUMANS, (file: string) => ["dh", "apply", "-f", file, "--yes"]],
  ["validate", [...EVALUATIONS, ...DIGITAL_HUMANS], (file: string) => ["validate", file]],
])("parley %s", (_, files, line) => {
  test.each(files)("refuses %s with its name and sends nothing", async (name, text) => {
    write(name, text);
    const { code, stderr, stdout } = await parley(line(name));
    expect({ code, stdout, requests: service.requests }).toEqual({ code: 2, stdout: "", requests: [] });
    expect(stderr).toContain(`${name}: contains no `);
    expect(stderr).toContain("--allow-empty");
  });

  test.each(files)("accepts %s with --allow-empty", async (name, text) => {
    write(name, text);
    expect(await parley([...line(name), "--allow-empty"])).toMatchObject({ code: 0 });
  });
});

test("every file must have contents, and all faults are reported at once", async () => {
  write("empty.yaml", "");
  write("good.yaml", "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: Late }]\n");
  write("bad.yaml", "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ nam: Late }]\n");
  const { code, stderr } = await parley(["validate", "good.yaml", "empty.yaml", "bad.yaml"]);
  expect(code).toBe(2);
  expect(stderr).toContain("empty.yaml: contains no ");
  expect(stderr).toContain("bad.yaml:3:");
  expect(stderr).not.toContain("good.yaml");
});

test("an empty folder is refused by name, and passes with --allow-empty with its reports", async () => {
  mkdirSync(path("calls"), { recursive: true });
  write("calls/notes.md", "no call\n");
  const line = ["evaluate", "--from", "calls", "--agent", "101", "--start-time-from", "name", "--wait"];
  expect(await parley(line)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--from calls: contains no recordings or transcripts"),
  });
  const reports = ["--junit", "verdicts.xml", "--report", "json=report.json"];
  const { code, json } = await parley([...line, ...reports, "--allow-empty", "--json"]);
  expect({ code, gate: json.gate, items: json.submitted.items }).toEqual({ code: 0, gate: null, items: [] });
  expect(readFileSync(path("verdicts.xml"), "utf8")).toContain("<testsuites");
  expect(JSON.parse(readFileSync(path("report.json"), "utf8"))).toMatchObject({ summary: { total: 0 } });
  expect(service.requests).toEqual([]);
});

test("an empty script is refused before anything is said", async () => {
  write("script.yaml", "# later\n");
  expect(await parley(["chat", "12", "--script", "script.yaml"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("script.yaml: contains no steps"),
  });
  expect(service.requests).toEqual([]);
});

describe("evaluate --wait never passes without a verdict on every call", () => {
  const call = (text: string) =>
    `{ start_time_utc: 2026-11-01T12:00:00Z, transcript: [{ speaker: AGENT, utterance: ${text} }] }`;
  const FLAGS = ["--restart", "--wait", "--poll", "0.1", "--max-wait", "5"];
  const evaluation = (counts: object) => ({
    status: "COMPLETED",
    evaluation: {
      counts: {
        passed: 0,
        failed: 0,
        evaluated: 0,
        not_applicable: 0,
        not_evaluated: 0,
        error: 0,
        ...counts,
      },
      verdicts: [
        {
          ...{ metric_id: null, name: "Greeting", requested_by: ["agent"], method: "rule" },
          ...{ response_type: "pass_fail", status: "EVALUATED", value: "passed" in counts },
        },
      ],
      metrics: [],
      data_quality: [],
    },
  });
  beforeEach(() => {
    write(
      "two.yaml",
      `kind: Evaluations\ndefaults: { agent_id: "101" }\nevaluations: [${call("Hello")}, ${call("Hi")}]\n`,
    );
  });

  test.each([[], ["-o", "jsonl"], ["--json"]])(
    "where the service gives some calls no id, %s %s",
    async (...format) => {
      let given = 0;
      service.answer(({ path }) => {
        if (path === "/v1/evaluate") return { body: given++ === 0 ? { call_id: "c1" } : {} };
        return { body: { call_log: { id: "c1", ...evaluation({ passed: 1, evaluated: 1 }) } } };
      });
      expect(await parley(["evaluate", "two.yaml", ...FLAGS, ...format])).toMatchObject({
        code: 9,
        stderr: expect.stringContaining("no id for 1 of 2 calls"),
      });
    },
  );

  test("where a single call gets none", async () => {
    const flags = ["--agent", "101", "--start-time", "2026-11-01T12:00:00Z", "--transcript", "call.json"];
    write("call.json", '[{ "speaker": "AGENT", "utterance": "Hello" }]');
    const { code, stdout, stderr } = await parley(["evaluate", ...flags, "--wait"]);
    expect({ code, shown: `${stdout}${stderr}`.includes("undefined") }).toEqual({ code: 9, shown: false });
  });

  test("where the items were printed one by one", async () => {
    let given = 0;
    service.answer(({ path }) =>
      path === "/v1/evaluate"
        ? { body: { call_id: `c${++given}` } }
        : { body: { call_log: { id: path.split("/").at(-1), ...evaluation({ failed: 1, evaluated: 1 }) } } },
    );
    const { code, stdout } = await parley([
      "evaluate",
      "two.yaml",
      ...FLAGS,
      "-o",
      "jsonl",
      "--junit",
      "verdicts.xml",
    ]);
    expect(code).toBe(9);
    expect(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      gate: { passed: false, counts: { failed: 2 } },
    });
    expect(existsSync(path("verdicts.xml"))).toBe(true);
  });
});
