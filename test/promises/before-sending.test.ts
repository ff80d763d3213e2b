/** A mistake in the options for printing or writing the result is found before anything is sent. */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { BINARY } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);
const file = (name: string, text: string) => writeFileSync(join(parley.home, name), text);

file("prompt.md", "You are kind.\n");
file(
  "calls.yaml",
  "kind: Evaluations\ndefaults: { agent_id: '101' }\n" +
    "evaluations: [{ start_time_utc: 2026-11-01T12:00:00Z, transcript: [{ speaker: AGENT, utterance: Hello }] }]\n",
);
file("humans.yaml", "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans: [{ name: Late }]\n");
file("taken.yaml", "mine\n");
mkdirSync(join(parley.home, "folder"));

const PUSH = ["prompts", "push", "prompt.md", "--agent", "101"];
const GENERATE = ["dh", "generate", "--agent", "101", "--load", "1", "--simulation", "7"];

describe("refused with 2, nothing sent:", () => {
  test.each([
    [[...PUSH, "--query", "[[["], "Syntax error"],
    [[...PUSH, "--query", "sise(@)"], "Unknown function: sise()"],
    [[...PUSH, "--query", "labels[?length(@, @)]"], "Invalid arity: length()"],
    [[...PUSH, "--query", ""], "--query must not be empty"],
    [[...PUSH, "--fields", "id,,label"], "--fields must be names of fields"],
    [[...PUSH, "--fields", "id..x"], "--fields must be names of fields"],
    [[...PUSH, "--fields", ""], "--fields must be names of fields"],
    [[...PUSH, "--output", "xml"], "--output must be one of"],
    [["evaluate", "calls.yaml", "--wait", "--junit", "none/v.xml"], "cannot write the report"],
    [["evaluate", "calls.yaml", "--wait", "--junit", "folder"], "this is a folder, not a file"],
    [["evaluate", "calls.yaml", "--report", "junit=none/v.xml"], "cannot write the report"],
    [
      ["evaluate", "calls.yaml", "--wait", "--junit", "v.xml", "--report", "junit=./v.xml"],
      "--report junit=./v.xml names the same file",
    ],
    [["evaluate", "wait", "c1", "--junit", "none/v.xml"], "cannot write the report"],
    [["release", "check", "7", "--report", "json=a", "--report", "junit=a"], "names the same file"],
    [["dh", "apply", "-f", "humans.yaml", "--yes", "--report", "json=folder"], "cannot write the report"],
    [["dh", "plan", "-f", "humans.yaml", "--out", "none/plan.json"], "cannot write the plan"],
    [[...GENERATE, "--out", "none/out.yaml"], "cannot write the manifest"],
    [[...GENERATE, "--out", "taken.yaml"], "the file already exists"],
    [["chat", "12", "--transcript", "none/t.json"], "cannot write the transcript"],
  ])("%j", async (line, message) => {
    service.answer({ body: {} });
    const { code, stderr, stdout } = await parley(line);
    const changes = service.requests.filter(({ method }) => method !== "GET");
    expect({ code, stdout, changes }).toEqual({ code: 2, stdout: "", changes: [] });
    expect(stderr).toContain(message);
  });

  test.runIf(process.getuid?.() !== 0)("a report that may not be overwritten", async () => {
    file("locked.xml", "");
    chmodSync(join(parley.home, "locked.xml"), 0o444);
    expect(await parley(["evaluate", "wait", "c1", "--junit", "locked.xml"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("permission denied"),
    });
    expect(service.requests).toEqual([]);
  });
});

describe("a query that only the data shows not to fit", () => {
  test("is reported as such: the command has been carried out", async () => {
    service.answer(({ method }) => ({ body: method === "GET" ? [] : { version: 4, labels: [] } }));
    const { code, stderr, stdout } = await parley([...PUSH, "--json", "--query", "length(version)"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "query",
      hint: expect.stringContaining("the command itself was carried out"),
    });
  });

  test("takes no exit code from a gate", async () => {
    const run = { id: 900, status: "COMPLETED", total_tests: 2, tests_completed: 2, tests_incompleted: 0 };
    service.answer({
      body: {
        simulation_runs: [{ ...run, tests_passed: 1, tests_failed: 1, created_at: "2026-11-01T10:00:00Z" }],
      },
    });
    expect(await parley(["sim", "wait", "7", "--query", "length(passed)"])).toMatchObject({ code: 9 });
  });
});

test("a stream may be named as a report, and as several", async () => {
  service.answer({ body: { call_id: "c1" } });
  const reports = "--report json=/dev/stdout --report junit=/dev/stdout";
  const { stdout } = await promisify(execFile)(
    "bash",
    [
      "-c",
      `set -o pipefail; '${process.execPath}' '${BINARY}' evaluate calls.yaml --restart -q -o jsonl ${reports} | cat`,
    ],
    { cwd: parley.home, env: parley.environment() as NodeJS.ProcessEnv },
  );
  expect(stdout).toContain("<testsuites");
  expect(stdout).toContain('"summary"');
});
