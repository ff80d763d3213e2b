import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { useFiles } from "../support/files.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const service = useService();
const files = useFiles();

const run = (...args: string[]) =>
  parley([...args, "--base-url", service.url()], { env: { PARLEY_API_KEY: ACME_KEY } });

const transcript = [
  { speaker: "AGENT", utterance: "This line is recorded.", start_offset_ms: 0, end_offset_ms: 1200 },
  { speaker: "USER", utterance: "Fine.", start_offset_ms: 1500, end_offset_ms: 1900 },
];

/** Calls of agents with one metric each: one that passes, one that fails, one that needs a judge. */
let passing = "";
let failing = "";
let judged = "";
beforeAll(async () => {
  const evaluated = async (metric: Parameters<typeof makeMetric>[1]) => {
    const { agent_id } = await makeAgent(service.acme);
    await makeMetric(service.acme, { ...metric, agent_ids: [agent_id] });
    const call_id = await submit(service.acme, { agent_id: String(agent_id), transcript });
    await evaluationOf(service.acme, call_id);
    return call_id;
  };
  passing = await evaluated({
    name: "Recorded",
    scoring_guidance: '@rules\npass when agent says "recorded"',
  });
  failing = await evaluated({ name: "Short", scoring_guidance: "@rules\nfail when call_duration > 1s" });
  judged = await evaluated({ name: "Polite", description: "Is the agent polite?" });
});

describe("parley evaluate show", () => {
  test("prints verdicts with their evidence, the timeline and the metrics, plain when piped", async () => {
    const { stdout, code } = await run("evaluate", "show", passing);
    expect(code).toBe(0);
    expect(stdout).toContain(`call ${passing}  COMPLETED`);
    expect(stdout).toContain('  passed         Recorded\n      * true    pass when agent says "recorded"\n');
    expect(stdout).toContain('          turn 1 AGENT: "recorded"\n');
    expect(stdout).toContain("TIMELINE  times from the transcript\nagent    █");
    expect(stdout).toMatch(/\n {2}talk\n {4}talk_time\.agent +1\.2 s \(n=1\)\n/);
    expect(stdout).not.toContain("\u001b");
  });

  test("prints the whole record as JSON", async () => {
    const { json } = await run("evaluate", "show", failing, "--json");
    expect(json.call_log).toMatchObject({ id: failing, evaluation: { counts: { passed: 0, failed: 1 } } });
  });

  test("removes control sequences from transcripts", async () => {
    const call_id = await submit(service.acme, {
      transcript: [{ speaker: "AGENT", utterance: "a\u001b[2Jb" }],
    });
    expect((await run("evaluate", "show", call_id)).stdout).not.toContain("\u001b");
  });
});

describe("parley evaluate rerun", () => {
  test("sends POST /v1/evaluate/{call_id}/rerun", async () => {
    recorder.answer({ body: { status: "success", call_id: "c/1", message: "queued" } });
    const { stdout } = await parley(["evaluate", "rerun", "c/1"]);
    expect(recorder.requests).toMatchObject([{ method: "POST", path: "/v1/re-evaluate/c%2F1", text: "" }]);
    expect(stdout).toBe("status\tsuccess\ncall_id\tc/1\nmessage\tqueued\n");
  });

  test("sends nothing with --dry-run", async () => {
    const { stdout } = await parley(["evaluate", "rerun", "c-1", "--dry-run"]);
    expect(recorder.requests).toEqual([]);
    expect(stdout).toContain("/v1/re-evaluate/c-1");
  });

  test("ends with 6 while the call is being evaluated", async () => {
    recorder.answer({ status: 409, body: { detail: "call c-1 is being evaluated" } });
    expect((await parley(["evaluate", "rerun", "c-1"])).code).toBe(6);
  });
});

describe("parley evaluate wait", () => {
  test("ends with 0 when all passed", async () => {
    const { code, stdout } = await run("evaluate", "wait", passing);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `passed: call ${passing}\n1 call, 1 verdict: 1 passed, 0 failed\npassed\n`,
    });
  });

  test("ends with 9 when too few passed, and says which did not", async () => {
    const { code, stdout } = await run("evaluate", "wait", passing, failing);
    expect(code).toBe(9);
    expect(stdout).toContain(
      "  FAILED: Short: fail when call_duration > 1s → condition met: call_duration is 1.9 s\n",
    );
    expect(stdout).toContain("not passed: 1 of 2 passed (50%); 100% required\n");
    expect((await run("evaluate", "wait", passing, failing, "--min-pass-rate", "0.5")).code).toBe(0);
  });

  test("never passes where something was not evaluated, unless that is allowed and something else was", async () => {
    const { code, json } = await run("evaluate", "wait", judged, "--min-pass-rate", "0", "--json");
    expect(code).toBe(9);
    expect(json).toMatchObject({
      passed: false,
      reason: "no pass/fail verdict was reached",
      pass_rate: null,
    });
    expect((await run("evaluate", "wait", passing, judged)).code).toBe(9);
    const allowed = await run("evaluate", "wait", passing, judged, "--allow-unevaluated");
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toContain("passed (metrics that were not evaluated were allowed)\n");
    expect((await run("evaluate", "wait", judged, "--allow-unevaluated")).code).toBe(9);
  });

  test("ends with 9 when the time is over", async () => {
    const call_id = await submit(service.acme, { transcript_url: files.serve("/never.json", "hang") });
    const { code, stdout } = await run("evaluate", "wait", call_id, "--max-wait", "0.2", "--poll", "0.05");
    expect(code).toBe(9);
    expect(stdout).toContain("not passed: 1 of 1 calls were not evaluated within 0.2 s\n");
  });

  test("ends with 5 for a call that there is not", async () => {
    expect((await run("evaluate", "wait", "unknown")).code).toBe(5);
  });

  test("writes JUnit that distinguishes failures from what is inconclusive", async () => {
    const { agent_id } = await makeAgent(service.acme);
    await makeMetric(service.acme, {
      name: "Beyond <&",
      agent_ids: [agent_id],
      response_type: "quantitative",
      max_value: 1,
      scoring_guidance: "@rules\nvalue = call_duration",
    });
    const beyond = await submit(service.acme, { agent_id: String(agent_id), transcript });
    await run("evaluate", "wait", passing, failing, judged, beyond, "--junit", "verdicts.xml");
    const xml = readFileSync(join(parley.home, "verdicts.xml"), "utf8");
    const [whole = ""] = /<testsuites [^>]*>/.exec(xml) ?? [];
    for (const count of ['tests="4"', 'failures="1"', 'errors="2"']) expect(whole).toContain(count);
    expect(xml).toMatch(/name="Recorded"[^>]*\/>/);
    expect(xml).toMatch(
      /name="Short"[^>]*>\s*<failure message="fail when call_duration > 1s → condition met: call_duration is 1.9 s/,
    );
    expect(xml).toMatch(/name="Polite"[^>]*>\s*<error message="[^"]*not evaluated \(no_model\)/);
    expect(xml).toMatch(/name="Beyond &lt;&amp;"[^>]*>\s*<error message="[^"]*error \(out_of_range\)/);
  });
});

describe("on GitHub Actions", () => {
  test("verdicts that did not pass are annotated and summarized, by the name of the recording", async () => {
    const { agent_id } = await makeAgent(service.acme);
    const short = { name: "Short", scoring_guidance: '@rules\nfail when agent says "recorded"' };
    await makeMetric(service.acme, { ...short, agent_ids: [agent_id] });
    writeFileSync(join(parley.home, "call.json"), JSON.stringify(transcript));
    const summary = join(parley.home, "summary.md");
    const { code, stderr } = await parley(
      [
        ...["evaluate", "--agent", String(agent_id), "--start-time", "2026-11-01T12:00:00Z"],
        ...["--recording", "fixtures/recordings/slow.wav", "--transcript", join(parley.home, "call.json")],
        ...["--wait", "--junit", join(parley.home, "named.xml"), "--base-url", service.url()],
      ],
      {
        cwd: process.cwd(),
        env: { PARLEY_API_KEY: ACME_KEY, GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary },
      },
    );
    expect({ code, stderr }).toMatchObject({
      code: 9,
      stderr: expect.stringContaining(
        '::error title=fixtures/recordings/slow.wav%3A Short%3A failed::fail when agent says "recorded" → condition met: turn 1',
      ),
    });
    expect(readFileSync(summary, "utf8")).toMatch(
      /## Evaluation: ❌ not passed[\s\S]*slow\.wav \| Short \| ❌ \| fail when agent says/,
    );
    const xml = readFileSync(join(parley.home, "named.xml"), "utf8");
    expect(xml).toMatch(
      /<testsuite name="fixtures\/recordings\/slow\.wav \(call [0-9a-f-]+\)" time="[\d.]+"/,
    );
    expect(xml).toContain('<property name="file" value="fixtures/recordings/slow.wav"/>');
  });
});

describe("parley evaluate --wait", () => {
  test("submits the calls of a manifest, waits for them and gates", async () => {
    const { agent_id } = await makeAgent(service.acme);
    await makeMetric(service.acme, {
      name: "Recorded",
      agent_ids: [agent_id],
      scoring_guidance: '@rules\npass when agent says "recorded"',
    });
    const call = (utterance: string) => ({ transcript: [{ speaker: "AGENT", utterance }] });
    const manifest = {
      kind: "Evaluations",
      defaults: {
        agent_id: String(agent_id),
        start_time_utc: "2026-11-01T12:00:00Z",
        participants: [{ role: "AGENT" }, { role: "USER" }],
      },
      evaluations: [call("This line is recorded."), call("Hello.")],
    };
    writeFileSync(join(parley.home, "calls.json"), JSON.stringify(manifest));
    const flags = ["--wait", "--poll", "0.05", "--json"];
    const { code, json } = await run("evaluate", "calls.json", ...flags);
    expect(code).toBe(9);
    expect(json).toMatchObject({
      submitted: { items: [{ outcome: "done" }, { outcome: "done" }] },
      gate: { passed: false, pass_rate: 0.5, counts: { passed: 1, failed: 1 } },
    });
    const again = await run("evaluate", "calls.json", ...flags, "--min-pass-rate", "0.5");
    expect(again.code).toBe(0);
    expect(again.json).toMatchObject({
      submitted: { items: [{ outcome: "skipped" }, { outcome: "skipped" }] },
    });
  });
});
