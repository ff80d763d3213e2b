import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { type Recorded, useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { submissionsTo } from "../support/submissions.ts";

const recorder = useRecorder();
const parley = useCli(recorder);
const submissions = submissionsTo(recorder);

const FIXTURES = resolve(import.meta.dirname, "../../fixtures");
const WAV = readFileSync(join(FIXTURES, "recordings/booking.wav"));

/** A new folder with the files of a test: every one has its own journal. */
function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(parley.home, "calls-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const SRT = "1\n00:00:00,000 --> 00:00:01,000\nAgent: Hello\n";

/** A manifest of chats, one transcript for all. */
const chats = (count: number) =>
  [
    "kind: Evaluations",
    'defaults: { agent_id: "101", transcript_file: hello.srt }',
    "evaluations:",
    ...Array.from(
      { length: count },
      (_, i) => `  - { trace_id: t-${i + 1}, start_time_utc: 2026-11-01T12:00:00Z }`,
    ),
  ].join("\n");

const folderOfChats = (count: number) => folderWith({ "calls.yaml": chats(count), "hello.srt": SRT });

const accept = ({ body }: Recorded) => ({
  body: { status: "success", call_id: `c-${body.trace_id ?? "?"}`, message: "queued" },
});
const traces = () =>
  submissions
    .sent()
    .map(({ body }) => body.trace_id)
    .sort();

const evaluate = (cwd: string, ...flags: string[]) => parley(["evaluate", "calls.yaml", ...flags], { cwd });

describe("parley evaluate <manifest>", () => {
  test("submits every call with its defaults, and prints a row for each in the order of the manifest", async () => {
    const cwd = folderWith({
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

  test("the same command again sends nothing twice, also from another folder", async () => {
    const cwd = folderOfChats(3);
    submissions.answer(accept);
    await evaluate(cwd);
    const again = await parley(["evaluate", join(cwd, "calls.yaml"), "--json"]);
    expect(submissions.sent()).toHaveLength(3);
    expect(again.json.summary).toMatchObject({ total: 3, done: 0, skipped: 3 });
    expect(again.json.items[1]).toEqual({
      key: "hello.srt",
      outcome: "skipped",
      id: "c-t-2",
      message: null,
      file: expect.stringContaining("calls.yaml"),
      line: 5,
    });
    expect(again.code).toBe(0);
  });

  test("a call that changed in the manifest is another call; --restart sends all again", async () => {
    const cwd = folderOfChats(2);
    submissions.answer(accept);
    await evaluate(cwd);
    writeFileSync(join(cwd, "calls.yaml"), chats(2).replace("t-2", "t-3"));
    await evaluate(cwd);
    expect(traces()).toEqual(["t-1", "t-2", "t-3"]);
    await evaluate(cwd, "--restart");
    expect(traces()).toEqual(["t-1", "t-1", "t-2", "t-3", "t-3"]);
  });

  test("a recording counts by its content: touched it is the same, rewritten it is another", async () => {
    const line = "  - { start_time_utc: 2026-11-01T12:00:00Z, recording_file: a.wav, agent_id: '1' }";
    const cwd = folderWith({ "calls.yaml": `kind: Evaluations\nevaluations:\n${line}`, "a.wav": WAV });
    submissions.answer(accept);
    await evaluate(cwd);
    writeFileSync(join(cwd, "a.wav"), WAV);
    await evaluate(cwd);
    expect(submissions.sent()).toHaveLength(1);
    const other = Buffer.from(WAV);
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
    writeFileSync(join(cwd, "a.wav"), other);
    await evaluate(cwd);
    expect(submissions.sent()).toHaveLength(2);
  });

  test("rows of .jsonl and .csv, and calls without an agent, which --agent gives", async () => {
    const row = { start_time_utc: "2026-11-01T12:00:00Z", transcript_file: "hello.srt", trace_id: "j" };
    const cwd = folderWith({
      "a.jsonl": `${JSON.stringify(row)}\n`,
      "b.csv": "start_time_utc,transcript_file,trace_id,agent_id\n2026-11-01T12:00:00Z,hello.srt,c,202\n",
      "hello.srt": SRT,
    });
    submissions.answer(accept);
    const { code } = await parley(["evaluate", "a.jsonl", "b.csv", "--agent", "7"], { cwd });
    const agents = submissions.sent().map(({ body }) => [body.trace_id, body.agent_id]);
    expect(agents.sort()).toEqual([
      ["c", "202"],
      ["j", "7"],
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
      message: "of 3 items 1 failed",
      details: [{ where: "calls.yaml:5 hello.srt", message: "failed: no such label" }],
    });
    submissions.answer(accept);
    const second = await evaluate(cwd);
    expect(traces()).toEqual(["t-1", "t-2", "t-2", "t-3"]);
    expect(second.code).toBe(0);
    expect(second.stderr).toBe("1 done, 2 done before\n");
  });

  test("what may have reached the service is unknown: reported again, sent only with --resend-unknown", async () => {
    const cwd = folderOfChats(2);
    submissions.answer((request) => (request.body.trace_id === "t-1" ? { reset: true } : accept(request)));
    const first = await evaluate(cwd, "--json");
    expect(first.code).toBe(8);
    expect(first.json.summary).toMatchObject({ done: 1, unknown: 1, failed: 0 });
    submissions.answer(accept);
    const second = await evaluate(cwd, "--json");
    expect(second.json.summary).toMatchObject({ skipped: 1, unknown: 1 });
    expect(second.code).toBe(8);
    expect(traces()).toEqual(["t-1", "t-2"]);
    const third = await evaluate(cwd, "--json", "--resend-unknown");
    expect(third.json.summary).toMatchObject({ skipped: 1, done: 1 });
    expect(third.code).toBe(0);
    expect(traces()).toEqual(["t-1", "t-1", "t-2"]);
  });

  test("--max-failures starts nothing more once so many have failed", async () => {
    const cwd = folderOfChats(20);
    submissions.answer({ status: 500, body: { detail: "broken" } });
    const { code, json } = await evaluate(cwd, "--max-failures", "3", "--concurrency", "1", "--json");
    expect(json.summary).toMatchObject({ failed: 3, not_sent: 17 });
    expect(json.stopped).toBe("stopped after 3 items that failed");
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

  test("a 429 pauses all, and what it refused is sent again", async () => {
    const cwd = folderOfChats(4);
    submissions.answer({ status: 429, headers: { "retry-after": "1" }, body: { detail: "slow" } }, accept);
    const began = performance.now();
    const { code, json } = await evaluate(cwd, "--concurrency", "1", "--json");
    expect(performance.now() - began).toBeGreaterThan(1000);
    expect(json.summary).toMatchObject({ done: 4, failed: 0 });
    expect({ code, sent: submissions.sent().length }).toEqual({ code: 0, sent: 5 });
  });

  test("a key that is not accepted stops everything, exit code 4", async () => {
    const cwd = folderOfChats(5);
    submissions.answer({ status: 401, body: { detail: "unknown key" } });
    const { code, json } = await evaluate(cwd, "--concurrency", "1", "--json");
    expect(json.summary).toMatchObject({ failed: 1, not_sent: 4 });
    expect({ code, sent: submissions.sent().length }).toEqual({ code: 4, sent: 1 });
  });

  test("where nothing answers, it stops after three calls, and goes on when something does", async () => {
    const cwd = folderOfChats(9);
    const unused = ["--base-url", "http://127.0.0.1:9", "--retries", "0", "--concurrency", "1"];
    const dead = await evaluate(cwd, ...unused, "--json");
    expect(dead.json.summary).toMatchObject({ failed: 3, not_sent: 6 });
    expect(dead.stderr).toContain("nothing answers at 127.0.0.1:9");
    expect(dead.code).toBe(7);
    submissions.answer(accept);
    const { json } = await evaluate(cwd, "--json");
    expect(json.summary).toMatchObject({ total: 9, done: 9 });
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
    expect(xml).toContain('<testsuite name="parley evaluate" tests="2" failures="1" errors="0"');
    expect(xml).toContain('message="&lt;no');
  });

  test("on GitHub Actions what failed is annotated beside its line", async () => {
    const cwd = folderOfChats(2);
    submissions.answer((request) =>
      request.body.trace_id === "t-2" ? { status: 400, body: { detail: "50% of it" } } : accept(request),
    );
    const { stderr } = await parley(["evaluate", "calls.yaml"], { cwd, env: { GITHUB_ACTIONS: "true" } });
    expect(stderr).toContain("::error file=calls.yaml,line=5,title=hello.srt%3A failed::50%25 of it\n");
  });

  test("SIGINT ends with 130, SIGTERM with 143; what was in flight is heard, and the same command goes on", async () => {
    for (const [signal, expected] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      const cwd = folderOfChats(6);
      recorder.requests.length = 0;
      submissions.answer((request) => ({ ...accept(request), delay_ms: 300 }));
      const child = parley.start(["evaluate", "calls.yaml", "--concurrency", "2", "--json"], { cwd });
      const closed = new Promise<number | null>((done) => child.on("close", done));
      await expect.poll(() => submissions.sent().length, { timeout: 20_000 }).toBeGreaterThan(1);
      child.kill(signal);
      expect(await closed).toBe(expected);
      const heard = submissions.sent().length;
      expect(heard).toBeLessThan(6);
      submissions.answer(accept);
      const { json } = await evaluate(cwd, "--json");
      expect(json.summary).toMatchObject({ skipped: heard, done: 6 - heard, unknown: 0 });
      expect(traces()).toEqual(["t-1", "t-2", "t-3", "t-4", "t-5", "t-6"]);
    }
  });

  test("one run at a time writes a journal; after kill -9 the next one goes on", async () => {
    const cwd = folderOfChats(3);
    submissions.answer((request) => ({
      ...accept(request),
      delay_ms: request.body.trace_id === "t-1" ? 0 : 60_000,
    }));
    const child = parley.start(["evaluate", "calls.yaml", "--concurrency", "1"], { cwd });
    const closed = new Promise((done) => child.on("close", done));
    await expect.poll(() => submissions.sent().length, { timeout: 20_000 }).toBe(2);
    const second = await evaluate(cwd);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain("another parley holds this journal");
    child.kill("SIGKILL");
    await closed;
    submissions.answer(accept);
    const third = await evaluate(cwd, "--json");
    expect(third.json.summary).toMatchObject({ skipped: 1, unknown: 1, done: 1 });
    expect(traces()).toEqual(["t-1", "t-2", "t-3"]);
  });

  test("a file that changes after it was checked fails its call, not the run", async () => {
    const cwd = folderWith({
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
    const cwd = folderWith({ "calls.yaml": chats(2), "hello.srt": SRT });
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
    expect(due.stderr).toContain("1 of 2 calls were sent by earlier runs");
    expect(submissions.sent()).toHaveLength(2);
  });

  test("variables of the agent's metrics that no metadata gives are told before anything is sent", async () => {
    const cwd = folderWith({
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
      "warning: metrics of agent 101 use {{ticket}}, which the metadata of 1 of 2 calls does not give\n",
    );
    expect(stderr).toContain("use {{region}}, which the metadata of 2 of 2 calls does not give\n");
    expect(stderr).not.toContain("literal");
    submissions.metrics();
  });
});

describe("parley evaluate <manifest> refuses before it sends", () => {
  test("every fault of every file, each with its place", async () => {
    const cwd = folderWith({
      "calls.yaml": [
        "kind: Evaluations",
        'defaults: { agent_id: "101", start_time_utc: 2026-11-01T12:00:00Z }',
        "evaluations:",
        "  - { recording_file: text.wav }",
        "  - { transcript_file: broken.json }",
      ].join("\n"),
      "text.wav": "not a recording",
      "broken.json": "[{}]",
    });
    const { code, stderr } = await evaluate(cwd, "--json");
    expect(JSON.parse(stderr).error.details).toMatchObject([
      {
        where: "calls.yaml:4:23",
        message: "evaluations.0.recording_file: the file is named .wav but its content is not WAV",
      },
      {
        where: "calls.yaml:5:24",
        message: "evaluations.1.transcript_file: broken.json: 0.speaker: field required",
      },
      {
        where: "calls.yaml:5:24",
        message: "evaluations.1.transcript_file: broken.json: 0.utterance: field required",
      },
    ]);
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("a call that is there twice", async () => {
    const cwd = folderWith({
      "calls.yaml": chats(2).replaceAll(/t-\d/g, "t"),
      "hello.srt": SRT,
    });
    submissions.answer(accept);
    const { code, stderr } = await evaluate(cwd);
    expect(stderr).toContain('"hello.srt" is there twice\n  calls.yaml:4 and calls.yaml:5');
    expect({ code, sent: submissions.sent() }).toEqual({ code: 2, sent: [] });
  });

  test.each<[string, string[], string]>([
    ["a flag of one call", ["--label", "x"], "--label is for calls from flags"],
    ["a folder besides", ["--from", "."], "manifests and --from exclude each other"],
    ["a report of no format", ["--report", "calls.xml"], 'must be json=FILE or junit=FILE, not "calls.xml"'],
    ["a report of another format", ["--report", "xml=a"], "must be one of json, junit"],
    ["a report where there is no folder", ["--report", "json=no/a.json"], "the report cannot be written"],
    ["no failures at all", ["--max-failures", "0"], "--max-failures must be at least 1, not 0"],
  ])("%s", async (_, flags, message) => {
    const { code, stdout, stderr } = await evaluate(folderOfChats(1), ...flags);
    expect(stderr).toContain(message);
    expect({ code, stdout, sent: submissions.sent() }).toEqual({ code: 2, stdout: "", sent: [] });
  });

  test.each([["--restart"], ["--resend-unknown"], ["--max-failures", "1"], ["--report", "json=a"]])(
    "%s for one call",
    async (...flags) => {
      const one = ["evaluate", "--agent", "1", "--transcript", "https://a.example/a.json", ...flags];
      const { code, stderr } = await parley(one);
      expect(stderr).toContain(`${flags[0]} is for manifests and --from`);
      expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
    },
  );
});

describe("parley evaluate --from <folder>", () => {
  const from = (folder: string, ...flags: string[]) =>
    parley(["evaluate", "--from", folder, "--agent", "101", ...flags]);

  test("pairs recordings with transcripts by name, takes the start from it, and notes the rest", async () => {
    const folder = folderWith({
      "20261101-120000.wav": WAV,
      "20261101-120000.srt": SRT,
      "chat_2026-11-02T08.30.15Z.srt": SRT,
      "notes.txt": "",
    });
    mkdirSync(join(folder, "old"));
    submissions.answer(accept);
    const { code, stderr } = await from(folder, "--start-time-from", "name", "--tag", "batch");
    const bodies = submissions.sent().map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          start_time_utc: "2026-11-01T12:00:00.000Z",
          recording_base64: expect.stringContaining("data:audio/wav;base64,"),
          transcript: [expect.objectContaining({ utterance: "Hello" })],
          tags: ["batch"],
        }),
        expect.objectContaining({ start_time_utc: "2026-11-02T08:30:15.000Z", agent_id: "101" }),
      ]),
    );
    expect(stderr).toContain("neither recording nor transcript: notes.txt, old/");
    expect(code).toBe(0);
    const again = await from(folder, "--start-time-from", "name", "--tag", "batch", "--json");
    expect(again.json.summary).toMatchObject({ total: 2, skipped: 2 });
    rmSync(join(folder, ".parley"), { recursive: true });
  });

  test.each<[string, Record<string, string>, string[], string]>([
    ["without a start", { "a.srt": SRT }, [], "when did the calls begin?"],
    ["a name without a time", { "a.srt": SRT }, ["--start-time-from", "name"], "the name holds no time"],
    [
      "two transcripts of one call",
      { "a.srt": SRT, "a.vtt": "" },
      ["--start-time-from", "mtime"],
      "a.srt is there already: one call has one of them",
    ],
    [
      "a flag of one call",
      { "a.srt": SRT },
      ["--start-time-from", "mtime", "--recording", "a.wav"],
      "--recording is for one call",
    ],
    [
      "a flag of manifests",
      { "a.srt": SRT },
      ["--start-time-from", "mtime", "--allow-outside"],
      "--allow-outside is for manifests",
    ],
  ])("refuses %s", async (_, files, flags, message) => {
    const { code, stderr } = await from(folderWith(files), ...flags);
    expect(stderr).toContain(message);
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("refuses a folder that is not there", async () => {
    const { code, stderr } = await from("nowhere", "--start-time-from", "mtime");
    expect(stderr).toContain("there is no such folder\n  --from nowhere");
    expect(code).toBe(2);
  });
});

describe("against the service", () => {
  const service = useService();

  test("fixtures/evaluations.yaml runs as it stands", async () => {
    const at = ["--base-url", service.url(), "--json"];
    const env = { PARLEY_API_KEY: ACME_KEY };
    const manifest = join(FIXTURES, "evaluations.yaml");
    // A journal elsewhere: the fixtures stay as they are.
    const cwd = folderWith({ "parley.yaml": "journal_dir: journals\n" });
    const { code, json } = await parley(["evaluate", manifest, "--allow-outside", ...at], { cwd, env });
    expect(json.summary).toMatchObject({ total: 3, done: 3 });
    expect(code).toBe(0);
    const calls = await service.acme("GET", "/v1/retrieve-call-logs/101");
    expect(calls.body.total_count).toBe(3);
    expect(existsSync(join(cwd, "journals"))).toBe(true);
  });
});
