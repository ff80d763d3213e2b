import { createHash } from "node:crypto";
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { type Recorded, useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { submissionsTo } from "../support/submissions.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const submissions = submissionsTo(recorder);

const FIXTURES = resolve(import.meta.dirname, "../../fixtures");
const BOOKING_WAV = join(FIXTURES, "recordings/booking.wav");
const BOOKING_JSON = join(FIXTURES, "recordings/booking.json");
const booking = JSON.parse(readFileSync(BOOKING_JSON, "utf8"));
const answer = { status: "success", call_id: "c-1", message: "queued" };

const START = ["--agent", "101", "--start-time", "2026-11-01T12:00:00Z"];
const start_time_utc = "2026-11-01T12:00:00.000Z";
const BOTH_SIDES = [{ role: "AGENT" }, { role: "USER" }];

/** A file in the working directory of the commands. */
function file(name: string, content: string | Buffer): string {
  writeFileSync(join(parley.home, name), content);
  return name;
}

const evaluate = (...flags: string[]) => parley(["evaluate", ...START, ...flags]);

describe("parley evaluate", () => {
  test("sends a recording and its transcript as one POST /v1/evaluate of known length", async () => {
    submissions.answer({ body: answer });
    const { code, stdout, stderr } = await evaluate("--recording", BOOKING_WAV, "--transcript", BOOKING_JSON);
    expect(submissions.sent()).toHaveLength(1);
    const [{ method, path, headers, body, text }] = submissions.sent() as [Recorded];
    expect({ method, path }).toEqual({ method: "POST", path: "/v1/evaluate" });
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
    expect(headers["transfer-encoding"]).toBeUndefined();
    expect(body).toEqual({
      ...booking,
      agent_id: "101",
      start_time_utc,
      multichannel: true,
      recording_base64: `data:audio/wav;base64,${readFileSync(BOOKING_WAV).toString("base64")}`,
    });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "status\tsuccess\ncall_id\tc-1\nmessage\tqueued\n",
    });
    expect(stderr).toContain("booking.wav has two channels: submitted as multichannel");
  });

  test("prints the service's own answer as JSON", async () => {
    submissions.answer({ body: { ...answer, something_new: 1 } });
    const { json } = await evaluate("--transcript", BOOKING_JSON, "--json");
    expect(json).toEqual({ ...answer, something_new: 1 });
  });

  test("every flag sets its field, and overrides the transcript file", async () => {
    submissions.answer({ body: answer });
    const metric = "5f0c2a1e-7f1b-4d0c-9a64-0d6b7e2f1a01";
    const flags = [
      ["--recording", "https://example.com/a/call.MP3?signed=1"],
      ["--transcript", BOOKING_JSON],
      ["--participant", "role=AGENT,spoke_first=false,name=Reyes, Dana"],
      ["--participant", "role=USER,phone_number=+12025550143"],
      ["--metadata", "ticket=42"],
      ["--metadata", "query=a=b"],
      ["--metric", metric],
      ["--metric-tag", "core"],
      ["--metric-tag", "tone"],
      ["--label", "experiment-b"],
      ["--tag", "booking"],
      ["--trace-id", "t-1"],
      ["--webhook-tag", "ci"],
      ["--direction", "OUTBOUND"],
      ["--interface", "WEB"],
      ["--ended-by", "USER"],
      ["--enable-phrase-latencies"],
      ["--multichannel"],
    ];
    await evaluate(...flags.flat());
    expect(submissions.sent()[0]?.body).toEqual({
      agent_id: "101",
      start_time_utc,
      recording_url: "https://example.com/a/call.MP3?signed=1",
      transcript: booking.transcript,
      tool_calls: booking.tool_calls,
      events: booking.events,
      participants: [
        { role: "AGENT", spoke_first: false, name: "Reyes, Dana" },
        { role: "USER", phone_number: "+12025550143" },
      ],
      metadata: { ticket: "42", query: "a=b" },
      custom_metrics: [metric],
      custom_metric_tags: ["core", "tone"],
      label: "experiment-b",
      tags: ["booking"],
      trace_id: "t-1",
      webhook_tag: "ci",
      call_direction: "OUTBOUND",
      interface: "WEB",
      conversation_ended_by: "USER",
      enable_phrase_latencies: true,
      multichannel: true,
    });
  });

  test("unset fields are not sent: the service's defaults apply", async () => {
    submissions.answer({ body: answer });
    await evaluate("--transcript", "https://example.com/call.json");
    expect(submissions.sent()[0]?.body).toEqual({
      agent_id: "101",
      start_time_utc,
      participants: BOTH_SIDES,
      transcript_url: "https://example.com/call.json",
    });
  });

  test("captions become the transcript, the same from WebVTT and SubRip as from JSON", async () => {
    submissions.answer({ body: answer });
    await evaluate("--transcript", join(FIXTURES, "transcripts/booking.vtt"));
    await evaluate("--transcript", join(FIXTURES, "transcripts/booking.srt"));
    const transcripts = submissions.sent().map(({ body }) => body.transcript);
    expect(transcripts).toEqual([booking.transcript, booking.transcript]);
  });

  test("a transcript without an agent is sent with a remark", async () => {
    submissions.answer({ body: answer });
    const captions = file("nobody.srt", "1\n00:00:00,000 --> 00:00:01,000\nHello\n");
    const { code, stderr } = await evaluate("--transcript", captions);
    expect(stderr).toContain("nobody.srt contains no words of the agent");
    expect(code).toBe(0);
  });

  test("--no-multichannel is for a stereo file with both sides on both channels", async () => {
    submissions.answer({ body: answer });
    const { stderr } = await evaluate("--recording", BOOKING_WAV, "--no-multichannel");
    expect(submissions.sent()[0]?.body.multichannel).toBe(false);
    expect(stderr).not.toContain("channels");
  });

  test("a time with an offset is sent in UTC, one without is UTC", async () => {
    submissions.answer({ body: answer });
    const at = (time: string) =>
      parley(["evaluate", "--agent", "1", "--start-time", time, "--transcript", BOOKING_JSON]);
    await at("2026-11-01T13:30:00.250+01:30");
    await at("2026-11-01T12:00");
    const times = submissions.sent().map(({ body }) => body.start_time_utc);
    expect(times).toEqual(["2026-11-01T12:00:00.250Z", "2026-11-01T12:00:00.000Z"]);
  });

  test("--start-time-from mtime is when the recording was last written", async () => {
    submissions.answer({ body: answer });
    const recording = file("dated.wav", readFileSync(BOOKING_WAV));
    utimesSync(join(parley.home, recording), 0, new Date("2026-10-31T08:15:00Z"));
    await parley(["evaluate", "--agent", "1", "--start-time-from", "mtime", "--recording", recording]);
    expect(submissions.sent()[0]?.body.start_time_utc).toBe("2026-10-31T08:15:00.000Z");
  });

  test("--dry-run shows the request with the recording's size, and sends nothing", async () => {
    const recording = file("call.wav", readFileSync(BOOKING_WAV));
    const { code, json } = await evaluate("--recording", recording, "--dry-run", "--json");
    expect(submissions.sent()).toEqual([]);
    expect(code).toBe(0);
    expect(json).toEqual({
      method: "POST",
      url: `${recorder.url()}/v1/evaluate`,
      headers: { accept: "application/json", "x-api-key": "••••", "content-type": "application/json" },
      body: {
        agent_id: "101",
        start_time_utc,
        participants: BOTH_SIDES,
        multichannel: true,
        recording_base64: `<base64 of call.wav, ${statSync(BOOKING_WAV).size} bytes>`,
      },
    });
  });
});

describe("parley evaluate refuses before it sends", () => {
  const wav = readFileSync(BOOKING_WAV);
  const transcript = ["--transcript", BOOKING_JSON];

  test.each<[string, string[], string]>([
    ["neither recording nor transcript", [], "a call needs a recording or a transcript"],
    ["a recording that is not there", ["--recording", "none.wav"], "recording not found"],
    ["a folder", ["--recording", "."], "this is a folder, not a file"],
    [
      "a recording's URL of another format",
      ["--recording", "https://a.example/x.ogg"],
      "must end in .mp3, .mp4, .wav, .m4a",
    ],
    [
      "a transcript's URL of another format",
      ["--transcript", "https://a.example/x.vtt"],
      "must end in .json",
    ],
    [
      "a transcript of another format",
      ["--transcript", "call.txt"],
      "a transcript is a .json, .vtt or .srt file, not .txt",
    ],
    [
      "one participant",
      [...transcript, "--participant", "role=AGENT"],
      "a call has exactly 2 participants, not 1",
    ],
    [
      "a participant without role",
      [...transcript, "--participant", "name=Dana"],
      "--participant needs a role",
    ],
    [
      "an unknown key of a participant",
      [...transcript, "--participant", "role=USER,nmae=Dana"],
      "did you mean name?",
    ],
    [
      "a participant's broken flag",
      [...transcript, "--participant", "role=USER,spoke_first=yes"],
      "must be one of true, false",
    ],
    ["metadata without a key", [...transcript, "--metadata", "42"], 'must be key=value, not "42"'],
    ["another side", [...transcript, "--ended-by", "AGNET"], "did you mean AGENT?"],
  ])("%s", async (_, flags, message) => {
    const { code, stdout, stderr } = await evaluate(...flags);
    expect(stderr).toContain(message);
    expect({ code, stdout, sent: recorder.requests }).toEqual({ code: 2, stdout: "", sent: [] });
  });

  test.each<[string, string | Buffer, string]>([
    ["wave.mp3", wav, "the file is named .mp3 but its content is WAV"],
    ["text.wav", "not a recording", "the file is named .wav but its content is not WAV"],
    ["empty.wav", "", "the recording is empty"],
    ["call.ogg", "OggS", "a recording must be one of .mp3, .mp4, .wav, .m4a, not .ogg"],
  ])("a recording %s", async (name, content, message) => {
    const { code, stderr } = await evaluate("--recording", file(name, content));
    expect(stderr).toContain(message);
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("a transcript's faults, all of them, each with its path", async () => {
    const entries = [
      { speaker: "AGENT", uterance: "Hi" },
      { speaker: "USER", utterance: "Hi", start_offset_ms: "0" },
    ];
    const { code, stderr } = await evaluate(
      "--transcript",
      file("faults.json", JSON.stringify(entries)),
      "--json",
    );
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "manifest",
      details: [
        { where: "faults.json: 0.utterance", message: "field required" },
        { where: "faults.json: 0.uterance", message: "unknown field" },
        { where: "faults.json: 1.start_offset_ms", message: "must be a number" },
      ],
    });
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("reports all errors at once: values, options, files, and the agent", async () => {
    const transcript = file("nobody.json", '{ "said": [] }');
    const flags = ["--recording", "gone.wav", "--transcript", transcript, "--participant", "role=AGENT"];
    const { code, stderr } = await parley([
      "evaluate",
      ...flags,
      "--allow-empty",
      "--start-time-from",
      "mtime",
    ]);
    expect(code).toBe(2);
    expect(stderr.split("\n")).toEqual([
      "error: 6 things are wrong",
      expect.stringContaining("--allow-empty is only for manifests and --from"),
      expect.stringContaining("no agent given"),
      expect.stringContaining("a call has exactly 2 participants, not 1"),
      "  gone.wav: recording not found",
      "  nobody.json: transcript: field required",
      "  nobody.json: said: unknown field",
      "hint: nothing was sent",
      "",
    ]);
    expect(recorder.requests).toEqual([]);
  });

  test("reports every invalid value of an option", async () => {
    const { code, stderr } = await evaluate("--start-time", "soon", "--direction", "left", "--oops");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "error: 3 things are wrong\n" +
        '  --start-time must be a date and time such as 2026-11-01T12:00:00Z, not "soon"\n' +
        '  --direction must be one of INBOUND, OUTBOUND, not "left"\n' +
        "  unknown option '--oops' (run `parley evaluate --help`)\n" +
        "hint: nothing was sent\n",
    });
  });

  test("a start that is missing, given twice, or not a valid date", async () => {
    const at = (...flags: string[]) =>
      parley(["evaluate", "--agent", "1", "--transcript", BOOKING_JSON, ...flags]);
    const missing = await at();
    expect(missing.stderr).toContain("no start time for the call");
    expect(missing.stderr).toContain("--start-time-from mtime");
    const twice = await at("--start-time", "2026-11-01T12:00:00Z", "--start-time-from", "mtime");
    expect(twice.stderr).toContain("cannot be used together");
    const unreal = await at("--start-time", "2026-02-30T12:00:00Z");
    expect(unreal.stderr).toContain("must be a date and time such as 2026-11-01T12:00:00Z");
    expect([missing.code, twice.code, unreal.code]).toEqual([2, 2, 2]);
    expect(recorder.requests).toEqual([]);
  });

  test("an agent that is nowhere named", async () => {
    const { code, stderr } = await parley(["evaluate", "--start-time", "2026-11-01T12:00Z", ...transcript]);
    expect(stderr).toContain("no agent given");
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });
});

describe("parley evaluate show", () => {
  test("sends GET /v1/retrieve-call-log/{call_id}", async () => {
    recorder.answer({ body: { call_log: { id: "c/1", status: "QUEUED", recording: null }, status: "200" } });
    const { stdout } = await parley(["evaluate", "show", "c/1"]);
    expect(recorder.requests).toMatchObject([
      { method: "GET", path: "/v1/retrieve-call-log/c%2F1", text: "" },
    ]);
    expect(stdout).toBe("call c/1  QUEUED\n");
  });

  test("says so where the service has no such route", async () => {
    recorder.answer({ status: 404, body: { detail: "Not Found" } });
    const { code, stderr } = await parley(["evaluate", "show", "c-1"]);
    expect(stderr).toContain("this service does not offer GET /v1/retrieve-call-log/{call_id}");
    expect(code).toBe(5);
  });
});

describe("against the service", () => {
  const service = useService();
  const real = { env: { PARLEY_API_KEY: ACME_KEY } };

  test("the recording arrives to the byte, and the call can be shown", async () => {
    const at = ["--base-url", service.url(), "--json"];
    const files = ["--recording", BOOKING_WAV, "--transcript", BOOKING_JSON];
    const submitted = await parley(["evaluate", ...START, ...files, ...at], real);
    expect(submitted.json).toMatchObject({ status: "success" });
    const { json: shown } = await parley(["evaluate", "show", submitted.json.call_id, ...at], real);
    const call = shown.call_log;
    const bytes = readFileSync(BOOKING_WAV);
    expect(call).toMatchObject({
      agent_id: "101",
      start_time_utc,
      recording: {
        media_type: "audio/wav",
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      },
      transcript: booking.transcript,
      tool_calls: booking.tool_calls,
      multichannel: true,
    });
  });

  test("a refusal of the service keeps its words and its exit code", async () => {
    const flags = ["--transcript", BOOKING_JSON, "--base-url", service.url()];
    const unknown = await parley(["evaluate", "--agent", "404", ...START.slice(2), ...flags], real);
    expect({ code: unknown.code, stderr: unknown.stderr }).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("agent 404 not found"),
    });
    const invalid = await parley(["evaluate", ...START, ...flags, "--metric", "greeting"], real);
    expect(invalid.code).toBe(3);
    expect(invalid.stderr).toContain("custom_metrics.0: must be a UUID");
  });
});
