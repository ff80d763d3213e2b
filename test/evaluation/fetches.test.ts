import { describe, expect, test } from "vitest";
import { evaluated, fixture, measured } from "../support/evaluations.ts";
import { useFiles } from "../support/files.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const files = useFiles();

const { transcript, tool_calls } = JSON.parse(fixture("recordings/booking.json").toString());
const wav = fixture("recordings/booking.wav");

describe("transcript_url", () => {
  test("is fetched and evaluated as if it had been submitted", async () => {
    const transcript_url = files.serve("/entries.json", JSON.stringify(transcript));
    const log = await evaluated(acme, { transcript_url, tool_calls });
    const given = await evaluated(acme, { transcript, tool_calls });
    expect(log).toMatchObject({ status: "COMPLETED", evaluation: { transcript, timing_from: "transcript" } });
    expect(log.evaluation.metrics).toEqual(given.evaluation.metrics);
    expect(given.evaluation.transcript).toBeNull();
  });

  test.each([
    ["an object with it", { transcript }],
    [
      "another notation",
      {
        messages: [
          { role: "assistant", content: "Hello" },
          { role: "user", content: "Hi" },
        ],
      },
    ],
    [
      "the answer of a speech-to-text service",
      { text: "Hi.", segments: [{ start: 0, end: 1, speaker: "Agent", text: "Hello" }] },
    ],
  ])("may hold %s", async (_, document) => {
    const transcript_url = files.serve("/document.json", JSON.stringify(document));
    const log = await evaluated(acme, { transcript_url });
    expect(log.evaluation.transcript?.[0]).toMatchObject({ speaker: "AGENT" });
    expect(measured(log, "turn_count").status).toBe("EVALUATED");
  });

  test.each([
    ["is a page of text", "Agent: Hello", "unreadable_transcript", "it is not JSON, WebVTT or SubRip"],
    [
      "has a cue that cannot be read",
      "WEBVTT\n\n00:01.000 --> soon\n<v Agent>Hello\n\n00:02.000 --> 00:03.000\n<v User>Hi",
      "unreadable_transcript",
      "line 3: ",
    ],
    ["holds nothing", "[]", "unreadable_transcript", "it contains no entries"],
    ["is not there", 404, "bad_status", "answered with status 404"],
  ] as const)("that %s leaves the evaluation incomplete, and says why", async (_, answer, code, why) => {
    const transcript_url = files.serve("/bad.json", answer);
    const log = await evaluated(acme, { transcript_url });
    expect(log.status).toBe("INCOMPLETED");
    expect(log.evaluation.data_quality).toMatchObject([{ code, message: expect.stringContaining(why) }]);
    expect(measured(log, "turn_count")).toMatchObject({ reason: "missing_transcript" });
  });

  test("that is busy is asked again", async () => {
    const transcript_url = files.serve("/busy.json", 503, JSON.stringify(transcript));
    const log = await evaluated(acme, { transcript_url });
    expect(log).toMatchObject({ status: "COMPLETED", evaluation: { transcript } });
    expect(files.requests("/busy.json")).toBe(2);
  });

  test("inside a closed network is not asked", async () => {
    const log = await evaluated(acme, { transcript_url: "http://10.255.0.1/secret.json" });
    expect(log).toMatchObject({
      status: "INCOMPLETED",
      evaluation: {
        data_quality: [{ code: "target_refused", message: expect.stringContaining("10.255.0.1") }],
      },
    });
  });
});

describe("recording_url", () => {
  test("is fetched once, stored and evaluated", async () => {
    const recording_url = files.serve("/booking.wav", wav);
    const log = await evaluated(acme, { recording_url, transcript, multichannel: true });
    expect(log).toMatchObject({
      status: "COMPLETED",
      recording: {
        media_type: "audio/wav",
        bytes: wav.length,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      evaluation: { timing_from: "recording", recording: { duration_ms: 12_190 } },
    });
    await acme("POST", `/v1/evaluate/${log.id}/rerun`);
    await expect
      .poll(async () => (await acme("GET", `/v1/retrieve-call-log/${log.id}`)).body.call_log.status)
      .toBe("COMPLETED");
    expect(files.requests("/booking.wav")).toBe(1);
  });

  test("that leads elsewhere than to a recording leaves the rest to be evaluated", async () => {
    const recording_url = files.serve("/page.wav", "<html>");
    const log = await evaluated(acme, { recording_url, transcript });
    expect(log).toMatchObject({
      status: "COMPLETED",
      evaluation: { recording: { status: "NOT_EVALUATED", reason: "unsupported_media" } },
    });
  });
});
