/**
 * One broken file among many: either nothing is sent and every report says why, or the others are sent with
 * --skip-invalid.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { accept, folderWith, useBulkEvaluate, WAV } from "../support/submissions.ts";

const { parley, submissions } = useBulkEvaluate();
const GITHUB = { GITHUB_ACTIONS: "true" };

/** Five recordings. The third is not audio. */
function folder() {
  const names = [1, 2, 3, 4, 5].map((n) => `${n}-20261101-120000.wav`);
  const recordings = names.map((name, i): [string, Buffer] => {
    const unlike = Buffer.from(WAV);
    unlike.writeUInt8(i, unlike.length - 1);
    return [name, i === 2 ? Buffer.from("no recording") : unlike];
  });
  return folderWith(parley.home, Object.fromEntries(recordings));
}
const BAD = "3-20261101-120000.wav";

const fromFolder = (cwd: string, ...flags: string[]) =>
  parley(["evaluate", "--from", ".", "--agent", "101", "--start-time-from", "name", ...flags], {
    cwd,
    env: GITHUB,
  });

const manifest = (extra: string) => `kind: Evaluations
defaults: { agent_id: "101", start_time_utc: "2026-11-01T12:00:00Z" }
evaluations:
  - { trace_id: t-1, recording_file: good.wav }
${extra}
`;

describe("without --skip-invalid nothing is sent, and the fault is named", () => {
  test("in annotations, in JUnit and in JSON, for a folder", async () => {
    submissions.answer(accept);
    const cwd = folder();
    const { code, stderr } = await fromFolder(cwd, "--report", "junit=r.xml", "--report", "json=r.report");
    expect(code).toBe(2);
    expect(stderr).toContain("--skip-invalid");
    expect(stderr).toMatch(new RegExp(`^::error file=${BAD},title=${BAD}%3A failed::.*${BAD}`, "m"));
    const junit = readFileSync(join(cwd, "r.xml"), "utf8");
    expect(junit).toMatch(/<testsuites tests="5" failures="1" errors="0">/);
    expect(JSON.parse(readFileSync(join(cwd, "r.report"), "utf8"))).toMatchObject({
      summary: { total: 5, failed: 1, not_sent: 4 },
      stopped: "nothing was sent",
    });
    expect(submissions.sent()).toEqual([]);
  });

  test("for a manifest, with the line; and in the JUnit file of --wait", async () => {
    submissions.answer(accept);
    const cwd = folderWith(parley.home, {
      "good.wav": WAV,
      "calls.yaml": manifest("  - { trace_id: t-2, recording_file: missing.wav }"),
    });
    const ran = await parley(["evaluate", "calls.yaml", "--wait", "--junit", "verdicts.xml"], {
      cwd,
      env: GITHUB,
    });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/^::error file=calls\.yaml,line=5,title=.*::.*missing\.wav/m);
    expect(readFileSync(join(cwd, "verdicts.xml"), "utf8")).toMatch(/failures="1".*missing\.wav/s);
    expect(submissions.sent()).toEqual([]);
  });
});

describe("--skip-invalid", () => {
  test("sends the others, exits with 8 and has the bad one in every report; mended, the next run sends it", async () => {
    submissions.answer(accept);
    const cwd = folder();
    const flags = ["--skip-invalid", "--json", "--report", "junit=r.xml", "--report", "json=r.report"];
    const { code, json, stderr } = await fromFolder(cwd, ...flags);
    expect(code).toBe(8);
    expect(json.summary).toMatchObject({ total: 5, done: 4, failed: 1 });
    expect(submissions.sent()).toHaveLength(4);
    expect(stderr).toMatch(new RegExp(`^::error file=${BAD},`, "m"));
    expect(readFileSync(join(cwd, "r.xml"), "utf8")).toMatch(/tests="5" failures="1"/);
    const { items } = JSON.parse(readFileSync(join(cwd, "r.report"), "utf8"));
    expect(items.filter(({ outcome }: { outcome: string }) => outcome === "failed")).toEqual([
      { key: BAD, outcome: "failed", id: null, message: expect.stringContaining(BAD), file: BAD, line: null },
    ]);

    const mended = Buffer.from(WAV);
    mended.writeUInt8(77, mended.length - 1);
    writeFileSync(join(cwd, BAD), mended);
    const again = await fromFolder(cwd, ...flags);
    expect(again.code, again.stderr + again.stdout).toBe(0);
    expect(again.json.summary).toMatchObject({ total: 5, done: 1, skipped: 4 });
  });

  test("passes over an entry of a manifest that does not fit, and names its line", async () => {
    submissions.answer(accept);
    const cwd = folderWith(parley.home, {
      "good.wav": WAV,
      "calls.yaml": manifest("  - { trace_id: t-2, recording_file: good.wav, call_direction: 7 }"),
    });
    const ran = await parley(["evaluate", "calls.yaml", "--skip-invalid", "--json"], { cwd });
    expect(ran.code).toBe(8);
    expect(ran.json.summary).toMatchObject({ total: 2, done: 1, failed: 1 });
    expect(ran.json.items).toContainEqual(
      expect.objectContaining({ outcome: "failed", file: "calls.yaml", line: 5 }),
    );
    expect(submissions.sent()).toHaveLength(1);
  });

  test("sends nothing if the fault may affect other calls too", async () => {
    const cwd = folderWith(parley.home, {
      "good.wav": WAV,
      "calls.yaml": manifest("").replace("agent_id:", "call_direction: 7, agent_id:"),
    });
    const { code, stderr } = await parley(["evaluate", "calls.yaml", "--skip-invalid"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("defaults.call_direction");
    expect(submissions.sent()).toEqual([]);
  });

  test("sends nothing if no call is valid", async () => {
    const cwd = folderWith(parley.home, { "a-20261101-120000.wav": "none", "b-20261101-120000.wav": "none" });
    const { code } = await fromFolder(cwd, "--skip-invalid");
    expect(code).toBe(2);
    expect(submissions.sent()).toEqual([]);
  });

  test("leaves no gate to pass: --wait ends with 8", async () => {
    submissions.answer(accept);
    const { code } = await fromFolder(folder(), "--skip-invalid", "--wait");
    expect(code).toBe(8);
  });
});
