/**
 * Whole conversations over CHIRP between the service and agents in separate processes, with real sockets and
 * a real voice.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { RecordingAnalyzer } from "../../src/engine/audio/recording-analyzer.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { callAll, sendPaced, soundBytes, useVoiceAgents, useVoiceCalls } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;
const agents = useVoiceAgents();

const line = useVoiceCalls(acme);
const { caller, call } = line;

describe("a call that goes well", () => {
  test.concurrent("is heard, recorded and evaluated: the digital human reaches its goal", async () => {
    const url = await agents.fixture([], { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY });
    const result = await call(url, { expected_tool_calls: [{ name: "book_appointment" }] });
    expect(result).toMatchObject({ status: "COMPLETED", end_reason: "goal_reached", outcome: "passed" });
    expect(result).toMatchObject({ goal_completed: true, unused_fields: [] });
    expect(result.tool_calls.map(({ name }: { name: string }) => name)).toEqual([
      "find_slot",
      "book_appointment",
    ]);
    const { call: made, evaluation } = result;
    expect(made).toMatchObject({
      dialect: "chirp",
      url,
      words_from: "transport",
      close_code: null,
      attempts: 1,
    });
    expect(made.timeline.map(({ speaker }: { speaker: string }) => speaker).join(" ")).toBe(
      "AGENT USER AGENT USER AGENT USER AGENT USER AGENT",
    );
    expect(evaluation.timing_from).toBe("line");
    expect(evaluation.recording).toMatchObject({
      status: "EVALUATED",
      channel_count: 2,
      sample_rate_hz: 16_000,
    });

    const { body } = await acme("GET", `/v1/simulation-result-recording/${result.id}`);
    const wav = Buffer.from(body.recording_base64.split(",")[1], "base64");
    expect(createHash("sha256").update(wav).digest("hex")).toBe(made.recording.sha256);
    // The recording and the log of the line agree on who spoke when.
    const analyzer = new RecordingAnalyzer();
    analyzer.push(wav);
    const [left, right] = analyzer.end().channels;
    for (const [speaker, channel] of [
      ["USER", left],
      ["AGENT", right],
    ] as const) {
      const heard = channel?.estimate.voice_activity.segments ?? [];
      for (const said of made.timeline.filter((one: { speaker: string }) => one.speaker === speaker)) {
        const starts = heard.map(({ start_ms }) => Math.abs(start_ms - said.start_offset_ms));
        expect(Math.min(...starts)).toBeLessThanOrEqual(20);
      }
    }
  });

  test.concurrent("with words that the agent reports itself", async () => {
    const env = { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY };
    const result = await call(await agents.fixture(["--words", "reported", "--burst"], env));
    expect(result).toMatchObject({ outcome: "passed", call: { words_from: "report" } });
    expect(result.transcript.filter(({ role }: { role: string }) => role === "AGENT")).toHaveLength(5);
  });

  test.concurrent("its seed gives the same words and decisions again", async () => {
    const url = await agents.fixture();
    const digital_human_ids = [
      await caller({ creativity: 2, voice_speed: "fastest", background_noise: "cafe", audio_quality: "low" }),
    ];
    const body = { simulation_id: line.simulation_id, digital_human_ids, websocket_url: url, seed: "same" };
    const [[one], [other]] = await Promise.all([callAll(acme, body), callAll(acme, body)]);
    const said = (result: { transcript: { role: string; message: string }[] }) =>
      result.transcript.filter(({ role }) => role === "USER").map(({ message }) => message);
    expect(said(one)).toEqual(said(other));
    const { body: replay } = await acme("GET", `/v1/replay-simulation-result/${one.id}`);
    expect(replay).toMatchObject({ same: true, recording: { same: true, first_difference_ms: null } });
  });
});

describe("words that are unknown", () => {
  test.concurrent("leave everything that needs them unevaluated; the call is measured in time", async () => {
    const url = await agents.fixture(["--words", "unknown"]);
    const result = await call(url, {
      success_criteria: '@rules\npass when agent says "booked"',
      endpointing_delay: 0.5,
    });
    expect(result.outcome).toBe("incompleted");
    expect(result.call.words_from).toBeNull();
    const goal = result.evaluation.verdicts.find(({ name }: { name: string }) => name === "Goal");
    expect(goal).toMatchObject({ status: "NOT_EVALUATED", reason: "no_transcript" });
    expect(
      result.evaluation.verdicts.every(({ status }: { status: string }) => status === "NOT_EVALUATED"),
    ).toBe(true);
    const duration = result.evaluation.metrics.find(({ id }: { id: string }) => id === "call_duration");
    expect(duration).toMatchObject({ status: "EVALUATED" });
  });
});

test.concurrent("frames of silence for ever do not keep the digital human from its turns", async () => {
  const url = await agents.serve(async (socket) => {
    let speaks = 0;
    const silence = Buffer.alloc(640);
    const timer = setInterval(() => speaks === 0 && socket.send(silence), 20);
    socket.on("close", () => clearInterval(timer));
    for (let turn = 0; turn < 3; turn++) {
      speaks = 1;
      await sendPaced(socket, soundBytes(900));
      speaks = 0;
      await new Promise((resolve) => setTimeout(resolve, 6000));
    }
    socket.close(1000);
  });
  const result = await call(url, { voice_speed: "fastest" });
  const users = result.call.timeline.filter(({ speaker }: { speaker: string }) => speaker === "USER");
  expect(users.length).toBeGreaterThanOrEqual(3);
});

describe("the echo server of the guide", () => {
  test.concurrent("that echoes what it hears is a call in which both sides spoke", async () => {
    const url = await agents.serve((socket) => {
      let frames = 0;
      socket.on("message", (data, isBinary) => {
        if (isBinary) socket.send(data);
        if (isBinary && ++frames > 900) socket.close(1000);
      });
    });
    const result = await call(url);
    expect(result.outcome).toBe("incompleted");
    const speakers = new Set(result.call.timeline.map(({ speaker }: { speaker: string }) => speaker));
    expect(speakers).toEqual(new Set(["AGENT", "USER"]));
  });
});

test.concurrent("an agent that never speaks ends the call with silence_timeout, and never passes", async () => {
  const result = await call(await agents.fixture(["--fault", "silent"]), { silence_timeout: 15 });
  expect(result).toMatchObject({ end_reason: "silence_timeout", outcome: "incompleted" });
  expect(result.outcome_reason).toContain("the agent never spoke");
});
