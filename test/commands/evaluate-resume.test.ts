import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { accept, chats, folderWith, useBulkEvaluate, WAV } from "../support/submissions.ts";

const { recorder, parley, submissions, folderOfChats, traces, evaluate } = useBulkEvaluate();

describe("the same command again", () => {
  test("sends nothing twice, also from another folder", async () => {
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
    const cwd = folderWith(parley.home, {
      "calls.yaml": `kind: Evaluations\nevaluations:\n${line}`,
      "a.wav": WAV,
    });
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

  test("SIGINT ends with 130, SIGTERM with 143; items in flight are awaited, and the same command continues", async () => {
    for (const [signal, expected] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      const cwd = folderOfChats(6);
      recorder.requests.length = 0;
      submissions.answer((request) => ({ ...accept(request), delay_ms: 300 }));
      const child = parley.start(["evaluate", "calls.yaml", "--concurrency", "2", "--json"], { cwd });
      const closed = new Promise<number | null>((done) => child.on("close", done));
      await expect.poll(() => submissions.sent().length).toBeGreaterThan(1);
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

  test("an interruption prints counts, not a row for each call", async () => {
    const cwd = folderOfChats(6);
    recorder.requests.length = 0;
    submissions.answer((request) => ({ ...accept(request), delay_ms: 300 }));
    const child = parley.start(["evaluate", "calls.yaml", "--concurrency", "2"], { cwd });
    let [stdout, stderr] = ["", ""];
    child.stdout?.on("data", (chunk) => (stdout += chunk));
    child.stderr?.on("data", (chunk) => (stderr += chunk));
    const closed = new Promise<number | null>((done) => child.on("close", done));
    await expect.poll(() => submissions.sent().length).toBeGreaterThan(1);
    child.kill("SIGINT");
    expect(await closed).toBe(130);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/error: interrupted; \d of 6 items done, \d not sent\n/);
  });

  test("one run at a time writes a journal; after kill -9 the next one continues", async () => {
    const cwd = folderOfChats(3);
    submissions.answer((request) => ({
      ...accept(request),
      delay_ms: request.body.trace_id === "t-1" ? 0 : 60_000,
    }));
    const child = parley.start(["evaluate", "calls.yaml", "--concurrency", "1"], { cwd });
    const closed = new Promise((done) => child.on("close", done));
    await expect.poll(() => submissions.sent().length).toBe(2);
    const second = await evaluate(cwd);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain("another parley process is using this journal");
    child.kill("SIGKILL");
    await closed;
    submissions.answer(accept);
    const third = await evaluate(cwd, "--json");
    expect(third.json.summary).toMatchObject({ skipped: 1, unknown: 1, done: 1 });
    expect(traces()).toEqual(["t-1", "t-2", "t-3"]);
  });

  test("where nothing answers, it stops after three calls, and continues when something does", async () => {
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
});

test("journal_dir of parley.yaml, which is relative to it, and PARLEY_JOURNAL_DIR say where journals are", async () => {
  submissions.answer(accept);
  const cwd = folderOfChats(1);
  writeFileSync(join(cwd, "parley.yaml"), "journal_dir: kept\n");
  mkdirSync(join(cwd, "below"));
  await parley(["evaluate", "../calls.yaml"], { cwd: join(cwd, "below") });
  expect(readdirSync(join(cwd, "kept"))).toEqual([expect.stringMatching(/^calls\.yaml\.evaluate\./)]);
  await parley(["evaluate", "calls.yaml"], { cwd, env: { PARLEY_JOURNAL_DIR: "other" } });
  expect(readdirSync(join(cwd, "other"))).toHaveLength(1);
  expect(submissions.sent()).toHaveLength(2);
});
