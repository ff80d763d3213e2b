import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ACME_KEY, useService } from "../support/service.ts";
import { accept, chats, FIXTURES, folderWith, SRT, useBulkEvaluate, WAV } from "../support/submissions.ts";
import { runInTerminal } from "../support/terminal.ts";

const { recorder, parley, submissions, folderOfChats, traces, evaluate } = useBulkEvaluate();

describe("parley evaluate <manifest>", () => {
  test("submits every call with its defaults, and prints a row for each in the order of the manifest", async () => {
    const cwd = folderWith(parley.home, {
      "calls.yaml": [
        "kind: Evaluations",
        'defaults: { agent_id: "101", label: staging }',
        "evaluations:",
        "  - { start_time_utc: 2026-11-01T12:00:00Z, recording_file: a.wav, metadata: { ticket: 42 } }",
        "  - { start_time_utc: 2026-11-01T13:00:00Z, transcript_file: hello.srt, label: production, trace_id: b }",
      ].join("\n"),
      "a.wav": WAV,
      "hello.srt": SRT,
    });
    submissions.answer(accept);
    const { code, stdout, stderr } = await evaluate(cwd);
    const bodies = submissions.sent().map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies).toEqual(
      expect.arrayContaining([
        {
          agent_id: "101",
          label: "staging",
          start_time_utc: "2026-11-01T12:00:00Z",
          participants: [{ role: "AGENT" }, { role: "USER" }],
          multichannel: true,
          metadata: { ticket: 42 },
          recording_base64: `data:audio/wav;base64,${WAV.toString("base64")}`,
        },
        {
          agent_id: "101",
          label: "production",
          start_time_utc: "2026-11-01T13:00:00Z",
          participants: [{ role: "AGENT" }, { role: "USER" }],
          trace_id: "b",
          transcript: [{ start_offset_ms: 0, end_offset_ms: 1000, speaker: "AGENT", utterance: "Hello" }],
        },
      ]),
    );
    expect(stdout).toBe("outcome\tkey\tid\tmessage\ndone\ta.wav\tc-?\t\ndone\thello.srt\tc-b\t\n");
    expect(stderr).toBe("a.wav has two channels: submitted as multichannel\n2 done\n");
    expect(code).toBe(0);
  });

  test("rows of .jsonl and .csv, and calls without an agent, which --agent gives", async () => {
    const row = { start_time_utc: "2026-11-01T12:00:00Z", transcript_file: "hello.srt", trace_id: "j" };
    const cwd = folderWith(parley.home, {
      "a.jsonl": [row, { ...row, trace_id: "x", external_agent_id: "desk" }]
        .map((one) => `${JSON.stringify(one)}\n`)
        .join(""),
      "b.csv": "start_time_utc,transcript_file,trace_id,agent_id\n2026-11-01T12:00:00Z,hello.srt,c,202\n",
      "hello.srt": SRT,
    });
    submissions.answer(accept);
    const { code } = await parley(["evaluate", "a.jsonl", "b.csv", "--agent", "7"], { cwd });
    const agents = submissions.sent().map(({ body }) => [body.trace_id, body.agent_id]);
    expect(agents.sort()).toEqual([
      ["c", "202"],
      ["j", "7"],
      ["x", undefined],
    ]);
    expect(code).toBe(0);
  });

  test("what failed is listed with its line, exit code 8, and only that is sent again", async () => {
    const cwd = folderOfChats(3);
    submissions.answer((request) =>
      request.body.trace_id === "t-2" ? { status: 422, body: { detail: "no such label" } } : accept(request),
    );
    const first = await evaluate(cwd, "--json");
    expect(first.code).toBe(8);
    expect(first.json.summary).toMatchObject({ done: 2, failed: 1 });
    expect(JSON.parse(first.stderr).error).toMatchObject({
      code: "partial",
      message: "1 of 3 items failed",
      details: [{ where: "calls.yaml:5 hello.srt", message: "failed: no such label" }],
    });
    submissions.answer(accept);
    const second = await evaluate(cwd);
    expect(traces()).toEqual(["t-1", "t-2", "t-2", "t-3"]);
    expect(second.code).toBe(0);
    expect(second.stderr).toBe("1 done, 2 done before\n");
  });

  test("--max-failures starts nothing more once so many have failed", async () => {
    const cwd = folderOfChats(20);
    submissions.answer({ status: 500, body: { detail: "broken" } });
    const { code, json } = await evaluate(cwd, "--max-failures", "3", "--concurrency", "1", "--json");
    expect(json.summary).toMatchObject({ failed: 3, not_sent: 17 });
    expect(json.stopped).toBe("stopped after 3 failures");
    expect({ code, sent: submissions.sent().length }).toEqual({ code: 8, sent: 3 });
  });

  test("--concurrency is how many requests run at a time", async () => {
    const cwd = folderOfChats(6);
    let running = 0;
    let most = 0;
    submissions.answer((request) => {
      most = Math.max(most, ++running);
      setTimeout(() => running--, 90);
      return { ...accept(request), delay_ms: 100 };
    });
    await evaluate(cwd, "--concurrency", "2");
    expect(submissions.sent()).toHaveLength(6);
    expect(most).toBe(2);
  });

  test("a 429 pauses all for as long as Retry-After says, and the refused item is sent again", async () => {
    const cwd = folderOfChats(4);
    submissions.answer({ status: 429, headers: { "retry-after": "1" }, body: { detail: "slow" } }, accept);
    const began = performance.now();
    const { code, json } = await evaluate(cwd, "--concurrency", "1", "--json");
    expect(performance.now() - began).toBeGreaterThan(1000);
    expect(json.summary).toMatchObject({ done: 4, failed: 0 });
    expect({ code, sent: submissions.sent().length }).toEqual({ code: 0, sent: 5 });
  });

  test("a key that is refused stops everything, exit code 4", async () => {
    const cwd = folderOfChats(5);
    submissions.answer({ status: 401, body: { detail: "unknown key" } });
    const { code, json } = await evaluate(cwd, "--concurrency", "1", "--json");
    expect(json.summary).toMatchObject({ failed: 1, not_sent: 4 });
    expect({ code, sent: submissions.sent().length }).toEqual({ code: 4, sent: 1 });
  });

  test("on a terminal a line that moves says how far it is; elsewhere there is none", async () => {
    const cwd = folderOfChats(2);
    submissions.answer((request) => ({
      ...accept(request),
      delay_ms: request.body.trace_id === "t-2" ? 700 : 0,
    }));
    const { code, output } = await runInTerminal(parley, ["evaluate", join(cwd, "calls.yaml")]);
    expect(output).toMatch(/calls 1\/2 done/);
    expect(output).toContain("2 done");
    expect(code).toBe(0);
    const piped = await evaluate(cwd, "--restart");
    expect(piped.stderr).toBe("2 done\n");
  });

  test("-o jsonl gives a line for each call as it ends, in the order of the manifest", async () => {
    const cwd = folderOfChats(3);
    submissions.answer((request) => ({
      ...accept(request),
      delay_ms: request.body.trace_id === "t-1" ? 300 : 0,
    }));
    const { stdout } = await evaluate(cwd, "-o", "jsonl", "--fields", "id,outcome");
    expect(stdout).toBe(
      ["t-1", "t-2", "t-3"].map((trace) => `{"id":"c-${trace}","outcome":"done"}\n`).join(""),
    );
  });

  test("the first line of -o jsonl is there before the last call has ended", async () => {
    const cwd = folderOfChats(2);
    submissions.answer((request) => ({
      ...accept(request),
      delay_ms: request.body.trace_id === "t-2" ? 60_000 : 0,
    }));
    const child = parley.start(["evaluate", "calls.yaml", "-o", "jsonl"], { cwd });
    const line = await new Promise((done) => child.stdout?.once("data", (data) => done(String(data))));
    child.kill("SIGKILL");
    expect(line).toContain('"id":"c-t-1"');
  });

  test("--report writes JSON and JUnit, also of a run that failed; --query sees the whole", async () => {
    const cwd = folderOfChats(2);
    submissions.answer((request) =>
      request.body.trace_id === "t-2" ? { status: 400, body: { detail: "<no>" } } : accept(request),
    );
    const reports = ["--report", "json=out.json", "--report", "junit=out.xml"];
    const { stdout, code } = await evaluate(cwd, ...reports, "--query", "summary.failed");
    expect({ code, stdout }).toEqual({ code: 8, stdout: "1\n" });
    expect(JSON.parse(readFileSync(join(cwd, "out.json"), "utf8"))).toMatchObject({
      summary: { done: 1, failed: 1 },
      items: [{ outcome: "done" }, { outcome: "failed", message: "<no>", file: "calls.yaml", line: 5 }],
    });
    const xml = readFileSync(join(cwd, "out.xml"), "utf8");
    expect(xml).toContain('<testsuite name="parley evaluate: calls.yaml" tests="2" failures="1" errors="0"');
    expect(xml).toContain('message="&lt;no');
  });

  test("on GitHub Actions, failures are annotated next to their lines", async () => {
    const cwd = folderOfChats(2);
    submissions.answer((request) =>
      request.body.trace_id === "t-2" ? { status: 400, body: { detail: "50% of it" } } : accept(request),
    );
    const { stderr } = await parley(["evaluate", "calls.yaml"], { cwd, env: { GITHUB_ACTIONS: "true" } });
    expect(stderr).toContain("::error file=calls.yaml,line=5,title=hello.srt%3A failed::50%25 of it\n");
  });

  test.each([
    ["the repository's root", ".", "calls.yaml"],
    ["a folder of the repository", "..", "FOLDER/calls.yaml"],
    ["a folder elsewhere", "../elsewhere", "calls.yaml"],
  ])("the annotation of a run in %s has the path that GitHub knows", async (_, workspace, shown) => {
    const cwd = folderOfChats(1);
    submissions.answer({ status: 400, body: { detail: "no" } });
    const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: resolve(cwd, workspace) };
    const { stderr } = await parley(["evaluate", "calls.yaml"], { cwd, env });
    expect(stderr).toContain(`::error file=${shown.replace("FOLDER", basename(cwd))},line=4,`);
  });

  test("a file that changes after it was checked fails its call, not the run", async () => {
    const cwd = folderWith(parley.home, {
      "calls.yaml": chats(1).concat(
        "\n  - { trace_id: t-2, start_time_utc: 2026-11-01T12:00:00Z, transcript_file: other.srt }",
      ),
      "hello.srt": SRT,
      "other.srt": SRT,
    });
    submissions.answer((request) => {
      if (request.body.trace_id === "t-1") writeFileSync(join(cwd, "other.srt"), SRT.replace("Hello", "Bye"));
      return accept(request);
    });
    const { code, json } = await evaluate(cwd, "--concurrency", "1", "--json");
    expect(json.items).toMatchObject([
      { outcome: "done" },
      { outcome: "failed", message: "its files have changed since they were checked" },
    ]);
    expect({ code, sent: traces() }).toEqual({ code: 8, sent: ["t-1"] });
  });

  test("--dry-run shows the requests that are due, sends nothing and leaves no journal", async () => {
    const cwd = folderWith(parley.home, { "calls.yaml": chats(2), "hello.srt": SRT });
    const dry = await evaluate(cwd, "--dry-run", "--json");
    expect(recorder.requests).toEqual([]);
    expect(existsSync(join(cwd, ".parley"))).toBe(false);
    expect(dry.json).toMatchObject([
      { method: "POST", body: { trace_id: "t-1" } },
      { body: { trace_id: "t-2" } },
    ]);
    submissions.answer((request) => (request.body.trace_id === "t-2" ? { status: 500 } : accept(request)));
    await evaluate(cwd);
    const due = await evaluate(cwd, "--dry-run", "--json");
    expect(due.json).toMatchObject({ method: "POST", body: { trace_id: "t-2" } });
    expect(due.stderr).toContain("1 of 2 calls were already sent by earlier runs");
    expect(submissions.sent()).toHaveLength(2);
  });

  test("missing variables of the agent's metrics are reported before anything is sent", async () => {
    const cwd = folderWith(parley.home, {
      "calls.yaml": chats(1).concat(
        "\n  - { trace_id: t-2, start_time_utc: 2026-11-01T12:00:00Z, metadata: { ticket: 1 } }",
      ),
      "hello.srt": SRT,
    });
    submissions.metrics(
      { name: "a", description: "Is {{ticket}} closed for {{ region }}?", scoring_guidance: null },
      { name: "b", description: "", scoring_guidance: '@rules\ntext "{{literal}}"' },
    );
    submissions.answer(accept);
    const { stderr } = await evaluate(cwd);
    expect(recorder.requests[0]?.path).toBe("/v1/custom-metrics?agent_id=101&page=1");
    expect(stderr).toContain(
      "warning: metrics of agent 101 use {{ticket}}, which is missing in the metadata of 1 of 2 calls\n",
    );
    expect(stderr).toContain("use {{region}}, which is missing in the metadata of 2 of 2 calls\n");
    expect(stderr).not.toContain("literal");
    submissions.metrics();
  });
});

describe("against the service", () => {
  const service = useService();

  test("fixtures/evaluations.yaml runs unchanged", async () => {
    const at = ["--base-url", service.url(), "--json"];
    const env = { PARLEY_API_KEY: ACME_KEY };
    const manifest = join(FIXTURES, "evaluations.yaml");
    // The journal is elsewhere, so that the fixtures stay unchanged.
    const cwd = folderWith(parley.home, {});
    const journals = { PARLEY_JOURNAL_DIR: "journals" };
    const { code, json } = await parley(["evaluate", manifest, ...at], { cwd, env: { ...env, ...journals } });
    expect(json.summary).toMatchObject({ total: 3, done: 3 });
    expect(code).toBe(0);
    const calls = await service.acme("GET", "/v1/retrieve-call-logs/101");
    expect(calls.body.total_count).toBe(3);
    expect(existsSync(join(cwd, "journals"))).toBe(true);
  });
});
