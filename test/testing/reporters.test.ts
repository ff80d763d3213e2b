/** The forms in which `parley test` tells a run. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { runInProcess, useProgram } from "../support/in-process.ts";
import { AGENTS, BOB, useFolder, webhook } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

const LOOKS_FIRST = "fail when tool issue_refund called before tool lookup_order called";

test("list has a line for every caller, failures first and in full", async () => {
  const cwd = files.write(await webhook("careless"), [
    { ...BOB, name: "Ana" },
    { ...BOB, expect: [LOOKS_FIRST] },
  ]);
  const { stdout, code } = await parley(["test", "--reporter", "list"], { cwd });
  expect(stdout).toMatch(
    /^ ✗ Bob {2,}\d+ turns {2}[\d.]+ s\n +fail when[\s\S]*^ ✓ Ana {2,}\d+ turns {2}[\d.]+ s\n 1 passed, 1 failed/m,
  );
  expect(code).toBe(9);
});

/** What an HTML report contains. */
function contentsOf(file: string) {
  const page = readFileSync(file, "utf8");
  const block = (id: string) =>
    new RegExp(`<script type="application/json" id="${id}">([^<]*)</script>`).exec(page)?.[1] ?? "";
  const packed = Buffer.from(block("part-0"), "base64");
  return { page, report: JSON.parse(block("report")), talks: JSON.parse(gunzipSync(packed).toString()) };
}

test("several at once: one on standard output, others in files", async () => {
  const cwd = files.write(await webhook("careless"), [
    { ...BOB, name: "Ana" },
    { ...BOB, expect: [LOOKS_FIRST] },
  ]);
  const flags = ["html=report.html", "junit=verdicts.xml", "json=run.json", "json"];
  const { json, stderr, code } = await parley(["test", ...flags.flatMap((flag) => ["--reporter", flag])], {
    cwd,
  });
  expect(code).toBe(9);
  expect(stderr).toMatch(/^report: report\.html, verdicts\.xml, run\.json\nrerun: /);
  expect(JSON.parse(readFileSync(join(cwd, "run.json"), "utf8"))).toEqual(json);
  expect(readFileSync(join(cwd, "verdicts.xml"), "utf8")).toContain('<testcase name="Bob"');
  const { page, report, talks } = contentsOf(join(cwd, "report.html"));
  expect(page).toContain("<title>desk.parley.yaml · Parley</title>");
  expect(page).not.toMatch(/<(?:script|link|img)[^>]{0,100} (?:src|href)="(?!data:)/);
  expect(report.overview.judgement.passed).toBe(false);
  expect(report.overview.rows).toMatchObject([
    { name: "Ana", standing: "passed", reason: null },
    { name: "Bob", standing: "failed", causes: [`Success criteria: ${LOOKS_FIRST} → condition met`] },
  ]);
  expect(talks[1]).toMatchObject({
    name: "Bob",
    standing: "failed",
    tools: [{ name: "issue_refund" }, { name: "lookup_order" }],
    command: "parley test desk.parley.yaml -t Bob",
  });
  expect(talks[1].turns.map(({ text }: { text: string }) => text).join(" ")).toContain("refunded your order");
});

test("what only parley test has judged is in the HTML report too, and so is an agent that never came", async () => {
  const turns = [{ say: "Hello.", expect: ['says "no such words"'] }];
  const cwd = files.write({ command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true }, [
    { name: "Word for word", turns },
  ]);
  writeFileSync(
    join(cwd, "gone.parley.yaml"),
    JSON.stringify({
      kind: "Test",
      agent: { command: "exit 3", http: "http://127.0.0.1:9/" },
      callers: { list: [BOB] },
    }),
  );
  expect((await parley(["test", "--reporter", "html=report.html"], { cwd })).code).toBe(9);
  const { overview } = contentsOf(join(cwd, "report.html")).report;
  expect(overview.rows).toMatchObject([
    {
      name: "Word for word · desk.parley.yaml",
      standing: "failed",
      reason: expect.stringContaining("turn 1"),
    },
    {
      name: "Bob · gone.parley.yaml",
      standing: "none",
      reason: expect.stringContaining("the agent exited with code 3"),
    },
  ]);
  expect(overview.judgement).toMatchObject({
    passed: false,
    reason: expect.stringContaining("gone.parley.yaml: the agent exited with code 3"),
  });
});

test("what does not go together is refused before anything is run", async () => {
  const cwd = files.write({ command: "touch started", stdio: true });
  for (const [flags, said] of [
    [["json", "junit"], "json and junit both print on standard output"],
    [["html"], "needs a file, such as html=report.html"],
    [["github=x"], "github takes no file"],
    [["json="], "needs a file, such as json=report"],
    [["pretty"], "must be one of line, list, json, junit, github, html"],
    [["html=none/report.html"], "cannot write the report"],
    [["html=a.html", "json=a.html"], "names the same file"],
  ] as const) {
    const { code, stderr } = await parley(["test", ...flags.flatMap((flag) => ["--reporter", flag])], {
      cwd,
    });
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  }
});

test("a terminal gets lines that fit, broken between words", async () => {
  const cwd = files.write({ command: "python3 desk.py", stdio: true }, [
    { ...BOB, expect: ["never calls issue_refund"] },
  ]);
  copyFileSync(join(AGENTS, "order-desk.py"), join(cwd, "desk.py"));
  const env = { ...parley.environment(), NO_COLOR: "1" };
  for (const columns of [80, 40]) {
    const { stdout } = await runInProcess(["test"], { env, cwd, columns });
    const lines = stdout.split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.find((line) => line.startsWith(" ✗ Bob"))).toMatch(/turns {2}[\d.]+ s$/);
  }
});

test("what left several conversations open is told once, and repeated callers of several files with their file", async () => {
  const agent = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
  const cwd = files.write(agent, [{ ...BOB, expect: ["The agent stays friendly."] }]);
  const other = { kind: "Test", agent, callers: { list: [BOB] } };
  writeFileSync(join(cwd, "other.parley.yaml"), JSON.stringify(other));
  const { stdout } = await parley(["test", "--repeat", "3"], { cwd });
  expect(stdout.match(/sentences need a language model/g)).toHaveLength(1);
  expect(stdout).toMatch(/^ \? Bob .*\n \? Bob \(2\) .*\n \? Bob \(3\) .*\n {6}not evaluated: /m);
  expect(stdout).toMatch(/^ desk\.parley\.yaml: Bob: 0 of 3 passed, 3 without a verdict$/m);
  expect(stdout).toMatch(/^ other\.parley\.yaml: Bob: 3 of 3 passed; pass@1/m);
});

test("what is printed ends with a line break, in each form", async () => {
  const cwd = files.write({ command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true });
  for (const form of ["line", "list", "json", "junit"])
    expect((await parley(["test", "--reporter", form], { cwd })).stdout).toMatch(/[^\n]\n$/);
});
