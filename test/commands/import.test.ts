/** Calls from the logs of other platforms, submitted to a real service. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluationOf, fixture, measured } from "../support/evaluations.ts";
import { runInProcess, useProgram } from "../support/in-process.ts";
import { makeAgent } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { type Conversation, conversations, responses, vendorLogs } from "../support/vendor-logs.ts";

const service = useService();
const { acme } = service;
const parley = useProgram(service);

let folders = 0;
/** A separate folder with these files. */
function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = join(parley.home, `logs-${++folders}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return folder;
}

const conversation: Conversation = {
  id: "call_1",
  agent_id: "agent_of_platform",
  start: Date.UTC(2026, 10, 1, 12),
  turns: [
    { side: "AGENT", text: "Hello, how can I help?", start_ms: 200, end_ms: 1900 },
    { side: "USER", text: "A table for two, please.", start_ms: 2400, end_ms: 4000 },
    { side: "AGENT", text: "Booked for eight.", start_ms: 4870, end_ms: 6000 },
    { side: "USER", text: "Thank you.", start_ms: 6500, end_ms: 7100 },
    { side: "AGENT", text: "Goodbye.", start_ms: 8200, end_ms: 8900 },
  ],
  tools: [{ name: "book_table", parameters: { seats: "2" }, output: { id: "b1" }, at_ms: 4300 }],
};
const logOf = (vendor: string, changes: Partial<Conversation> = {}) =>
  vendorLogs[vendor]?.log({ ...conversation, ...changes });
const countOf = async (agent_id: number) =>
  (await acme("GET", `/v1/retrieve-call-logs/${agent_id}`)).body.total_count;

test("the logs of every platform become calls, each once, however often they are imported", async () => {
  const { agent_id } = await makeAgent(acme);
  const vendors = Object.keys(vendorLogs);
  const files = Object.fromEntries(vendors.map((vendor) => [`${vendor}.json`, logOf(vendor)]));
  const cwd = folderWith(files);
  const args = ["import", ...Object.keys(files), "--agent", String(agent_id), "--json"];
  const { code, json } = await parley(args, { cwd });
  expect({ code, summary: json.summary.done }).toEqual({ code: 0, summary: vendors.length });
  expect(json.items.map(({ key }: { key: string }) => key)).toEqual(
    vendors.map((vendor) => `${vendor} call_1`),
  );
  expect((await parley(args, { cwd })).json.summary).toMatchObject({ done: 0, skipped: vendors.length });
  // Without the journal. The service recognizes calls by their platforms' ids, even if a log has more in the
  // meantime.
  rmSync(join(cwd, ".parley"), { recursive: true });
  writeFileSync(join(cwd, "bland.json"), JSON.stringify({ ...logOf("bland"), summary: "Later." }));
  const again = await parley(args, { cwd });
  expect({ code: again.code, summary: again.json.summary.done }).toEqual({
    code: 0,
    summary: vendors.length,
  });
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
  expect(ids(again.json.items)).toEqual(ids(json.items));
  expect(await countOf(agent_id)).toBe(vendors.length);
});

describe("latencies reported by a platform and those measured here", () => {
  const reporting = Object.entries(vendorLogs).filter(([, { latency }]) => latency);
  test.each(reporting)("%s: the medians are within 20 ms", async (vendor) => {
    const { agent_id } = await makeAgent(acme);
    const cwd = folderWith({ "log.json": logOf(vendor) });
    const { json } = await parley(["import", "log.json", "--agent", String(agent_id), "--json"], { cwd });
    const log = await evaluationOf(acme, json.items[0].id);
    const { source } = log.metadata as { source: { latency_ms: { end_to_end: number[] } } };
    const reported = source.latency_ms.end_to_end;
    expect(reported).toEqual(responses(conversation));
    const [low = 0, high = 0] = [...reported].sort((a, b) => a - b);
    const { value } = measured(log, "agent.response_latency.p50");
    expect(Math.abs(Number(value) - (low + high) / 2)).toBeLessThanOrEqual(20);
  });
});

test("a log without the ends of turns leaves timing without a verdict, and a stereo recording supplies it", async () => {
  const { agent_id } = await makeAgent(acme);
  const { transcript } = JSON.parse(fixture("recordings/booking.json").toString()) as {
    transcript: {
      speaker: "AGENT" | "USER";
      utterance: string;
      start_offset_ms: number;
      end_offset_ms: number;
    }[];
  };
  const turns = transcript.map(({ speaker: side, utterance: text, start_offset_ms, end_offset_ms }) => ({
    side,
    text,
    start_ms: start_offset_ms,
    end_ms: end_offset_ms,
  }));
  const alone = folderWith({ "call.json": logOf("elevenlabs", { id: "alone", turns, tools: [] }) });
  const beside = folderWith({ "call.json": logOf("elevenlabs", { id: "beside", turns, tools: [] }) });
  writeFileSync(join(beside, "call.wav"), fixture("recordings/booking.wav"));
  const latency = async (cwd: string) => {
    const { json } = await parley(["import", "call.json", "--agent", String(agent_id), "--json"], { cwd });
    const log = await evaluationOf(acme, json.items[0].id);
    return { from: log.evaluation.timing_from, ...measured(log, "agent.response_latency.mean") };
  };
  expect(await latency(alone)).toMatchObject({ status: "NOT_EVALUATED" });
  expect(await latency(beside)).toMatchObject({ from: "recording", status: "EVALUATED" });
});

describe("a call that has not ended", () => {
  const ongoing = { call_status: "ongoing", end_timestamp: undefined, disconnection_reason: undefined };

  test("is ignored with a note, and imported once it has ended", async () => {
    const { agent_id } = await makeAgent(acme);
    const cwd = folderWith({ "log.json": { ...logOf("retell"), ...ongoing }, "other.json": logOf("vapi") });
    const args = ["import", "log.json", "other.json", "--agent", String(agent_id), "--json"];
    const first = await parley(args, { cwd });
    expect({ code: first.code, done: first.json.summary.done }).toEqual({ code: 0, done: 1 });
    expect(first.stderr).toContain("a call has not ended and is ignored: retell call_1 (ongoing)");
    writeFileSync(join(cwd, "log.json"), JSON.stringify(logOf("retell")));
    expect((await parley(args, { cwd })).json.summary).toMatchObject({ done: 1, skipped: 1 });
    expect(await countOf(agent_id)).toBe(2);
  });

  test("alone, it leaves nothing to import", async () => {
    const cwd = folderWith({ "log.json": { ...logOf("retell"), ...ongoing } });
    const { code, stderr } = await parley(["import", "log.json", "--agent", "101"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("is ignored") });
  });
});

test("a later log that says more replaces the stored call", async () => {
  const { agent_id } = await makeAgent(acme);
  const cwd = folderWith({ "log.json": logOf("retell", { turns: conversation.turns.slice(0, 2) }) });
  const args = ["import", "log.json", "--agent", String(agent_id), "--json"];
  const { json } = await parley(args, { cwd });
  const { id } = json.items[0];
  expect((await evaluationOf(acme, id)).transcript).toHaveLength(2);
  writeFileSync(join(cwd, "log.json"), JSON.stringify(logOf("retell")));
  expect((await parley(args, { cwd })).json.items).toMatchObject([{ outcome: "done", id }]);
  expect((await evaluationOf(acme, id)).transcript).toHaveLength(5);
  writeFileSync(
    join(cwd, "log.json"),
    JSON.stringify(logOf("retell", { turns: conversation.turns.slice(0, 3) })),
  );
  expect((await parley(args, { cwd })).code).toBe(0);
  expect((await evaluationOf(acme, id)).transcript).toHaveLength(5);
});

describe("--explain", () => {
  test("names what is read, kept, and not read, and sends nothing", async () => {
    const { agent_id } = await makeAgent(acme);
    const cwd = folderWith({
      "retell.json": [logOf("retell"), { ...logOf("retell"), new_field: 1 }],
      "events.json": [...(logOf("openai-realtime") as object[]), { type: "response.thought.done" }],
    });
    const args = ["import", "retell.json", "events.json", "--explain", "--agent", String(agent_id)];
    const { code, json } = await parley([...args, "--json"], { cwd });
    expect(code).toBe(0);
    const [retell, events] = json;
    expect(retell).toMatchObject({
      file: "retell.json",
      platform: "retell",
      format: expect.any(String),
      calls: 2,
    });
    expect(retell.fields).toContainEqual({ name: "call_id", fate: "read", count: 2 });
    expect(retell.fields).toContainEqual({ name: "new_field", fate: "kept", count: 1 });
    expect(events.fields).toContainEqual({ name: "response.thought.done", fate: "unknown", count: 1 });
    const { stdout } = await parley(args, { cwd });
    expect(stdout).toMatch(
      /^retell\.json: 2 calls of retell\n {2}format: API v2 .*\n {2}read +call_type +2\n/,
    );
    expect(await countOf(agent_id)).toBe(0);
  });

  test("says which calls would be ignored, and which cannot be read", async () => {
    const cwd = folderWith({
      "log.json": [
        { ...logOf("bland"), completed: false },
        { ...logOf("bland"), transcripts: [{ user: "narrator", text: "Once." }] },
      ],
    });
    const { stdout } = await parley(["import", "log.json", "--explain"], { cwd });
    expect(stdout).toContain("ignored: a call has not ended (not completed)");
    expect(stdout).toContain("words of an unknown speaker, narrator");
  });

  test("refuses a file that is not a log", async () => {
    const cwd = folderWith({ "log.json": { a: 1 } });
    const { code, stderr } = await parley(["import", "log.json", "--explain"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/not a call log of a known platform/);
  });
});

test("personal data is masked before it is stored, even in unknown fields", async () => {
  const { agent_id } = await makeAgent(acme, { redact_pii: true });
  const log = { ...logOf("retell"), call_analysis: { call_summary: "Mail jo@example.com" } };
  const cwd = folderWith({ "log.json": log });
  const { json } = await parley(["import", "log.json", "--agent", String(agent_id), "--json"], { cwd });
  const { body } = await acme("GET", `/v1/retrieve-call-log/${json.items[0].id}`);
  const stored = JSON.stringify(body.call_log);
  expect(stored).toContain("[email address]");
  expect(stored).not.toMatch(/jo@example|4155550101/);
});

test("without --agent, the agent is the one whose external_agent_id the log names", async () => {
  const { agent_id } = await makeAgent(acme, { external_agent_id: "agent_of_platform" });
  const cwd = folderWith({
    "known.json": logOf("vapi"),
    "strange.json": logOf("vapi", { agent_id: "other" }),
  });
  expect((await parley(["import", "known.json"], { cwd })).code).toBe(0);
  expect(await countOf(agent_id)).toBe(1);
  const { code, stderr } = await parley(["import", "strange.json"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("no agent has the external_agent_id other: give --agent");
});

describe("parley evaluate", () => {
  test("accepts the same files as manifests, and gates on them", async () => {
    const { agent_id } = await makeAgent(acme);
    const cwd = folderWith({
      "log.jsonl": [logOf("retell"), logOf("retell", { id: "call_2" })]
        .map((one) => JSON.stringify(one))
        .join("\n"),
    });
    copyFileSync(join(import.meta.dirname, "../../fixtures/recordings/slow.json"), join(cwd, "slow.json"));
    writeFileSync(
      join(cwd, "more.yaml"),
      `kind: Evaluations\nevaluations:\n  - start_time_utc: 2026-11-01T12:00:00Z\n    transcript:\n      - {speaker: AGENT, utterance: Hi}\n`,
    );
    const { code, json } = await parley(
      [
        "evaluate",
        "log.jsonl",
        "more.yaml",
        "--agent",
        String(agent_id),
        "--wait",
        "--allow-unevaluated",
        "--min-pass-rate",
        "0",
        "--json",
      ],
      { cwd },
    );
    expect({ code, done: json.submitted.summary.done }).toEqual({ code: expect.any(Number), done: 3 });
    expect(json.gate).not.toBeNull();
  });
});

test.each(Object.keys(vendorLogs))(
  "%s: import, then export as a manifest, then import that: the same calls",
  async (vendor) => {
    const agent = ["--agent", "101"];
    await fc.assert(
      fc.asyncProperty(conversations, async (one) => {
        const cwd = folderWith({ "log.json": vendorLogs[vendor]?.log(one) });
        const env = { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY, HOME: parley.home };
        const ran = async (argv: readonly string[]) => {
          const { code, stdout, stderr } = await runInProcess(argv, { env, cwd });
          expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
          return stdout;
        };
        const shown = async (argv: readonly string[]) =>
          JSON.parse(await ran([...argv, "--dry-run", "--json"]));
        await ran(["import", "log.json", ...agent, "--out", "calls.yaml"]);
        expect(await shown(["evaluate", "calls.yaml"])).toEqual(
          await shown(["import", "log.json", ...agent]),
        );
      }),
      { numRuns: 10 },
    );
  },
);

describe("is refused, and nothing is sent:", () => {
  const both = { ...logOf("retell"), transcripts: [{ user: "user", text: "Hi" }] };
  const untimed = {
    messages: [{ label: "rtvi-ai", type: "user-transcription", data: { text: "Hi", final: true } }],
  };
  test.each([
    ["a log that is not there", undefined, /log\.json: file not found/],
    ["a log of an unknown platform", { a: 1 }, /not a call log of a known platform \(retell, vapi, /],
    ["a log that fits two platforms", both, /could be a call of retell or bland/],
    ["a log without the start of its call", untimed, /does not say when the call began: give --start-time/],
    [
      "a log without words or recording",
      { ...logOf("bland"), transcripts: [] },
      /contains no words, and there is no recording/,
    ],
  ])("%s", async (_, log, reason) => {
    const { agent_id } = await makeAgent(acme);
    const cwd = folderWith({ ...(log && { "log.json": log }), "good.json": logOf("vapi") });
    const { code, stderr } = await parley(["import", "log.json", "good.json", "--agent", String(agent_id)], {
      cwd,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(reason);
    expect(await countOf(agent_id)).toBe(0);
    const skipping = ["import", "log.json", "good.json", "--agent", String(agent_id), "--skip-invalid"];
    expect((await parley(skipping, { cwd })).code).toBe(8);
    expect(await countOf(agent_id)).toBe(1);
  });
});

test("--start-time is for the one log that does not say when its call began", async () => {
  const { agent_id } = await makeAgent(acme);
  const message = { label: "rtvi-ai", type: "user-transcription", data: { text: "Hi", final: true } };
  const cwd = folderWith({
    "log.json": { session_id: "a", messages: [message] },
    "second.json": { session_id: "b", messages: [message] },
  });
  const args = ["--agent", String(agent_id), "--start-time", "2026-11-01T12:00:00Z", "--json"];
  const { json } = await parley(["import", "log.json", ...args], { cwd });
  const { body } = await acme("GET", `/v1/retrieve-call-log/${json.items[0].id}`);
  expect(body.call_log.start_time_utc).toBe("2026-11-01T12:00:00.000Z");
  expect(body.call_log.transcript).toEqual([{ speaker: "USER", utterance: "Hi" }]);
  const both = await parley(["import", "log.json", "second.json", ...args], { cwd });
  expect(both.stderr).toContain("2 logs do not say when their call began");
});

test("--out never overwrites a file", async () => {
  const cwd = folderWith({ "log.json": logOf("vapi"), "calls.yaml": "mine" });
  const { code } = await parley(["import", "log.json", "--agent", "101", "--out", "calls.yaml"], { cwd });
  expect({ code, text: readFileSync(join(cwd, "calls.yaml"), "utf8") }).toEqual({ code: 2, text: "mine" });
});
