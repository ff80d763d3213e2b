import { describe, expect, test } from "vitest";
import {
  RATE,
  sampleRecording,
  whiteNoise,
  withNoise,
} from "../../src/engine/audio/testing/sample-recordings.ts";
import { formatFields, rf64, sampleBytes, wavFile } from "../../src/engine/audio/testing/wav-file.ts";
import { dataUrl, type Evaluated, evaluated, fixture, measured } from "../support/evaluations.ts";
import { makeMetric } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();

function channelsOf({ evaluation: { recording } }: Evaluated) {
  if (recording?.status !== "EVALUATED") throw new Error(`the recording was not evaluated`);
  return recording.channels.map(({ estimate }) => estimate.voice_activity.segments);
}

describe.each(["booking", "interrupted", "slow"])("the recording %s", (name) => {
  const { transcript, ...call } = JSON.parse(fixture(`recordings/${name}.json`).toString());
  const recording_base64 = dataUrl(fixture(`recordings/${name}.wav`));

  test("alone gives back who spoke when, and its timing", async () => {
    const log = await evaluated(acme, { ...call, recording_base64, multichannel: true });
    expect(log).toMatchObject({
      status: "COMPLETED",
      evaluation: {
        timing_from: "recording",
        recording: {
          assignment: { status: "assigned", by: "spoke_first", agent_channel: 0, rests_on: ["spoke_first"] },
          drift: null,
        },
        data_quality: [{ code: "weak_channel_assignment" }],
      },
    });
    const channels = channelsOf(log);
    for (const [channel, speaker] of ["AGENT", "USER"].entries()) {
      const said = transcript.filter((entry: { speaker: string }) => entry.speaker === speaker);
      const found = channels[channel] ?? [];
      expect(found).toHaveLength(said.length);
      for (const [at, { start_offset_ms }] of said.entries()) {
        expect(Math.abs((found[at]?.start_ms ?? Number.NaN) - start_offset_ms)).toBeLessThanOrEqual(50);
      }
    }
  });

  test("with its transcript gives the drift of each side, and the timing of the recording", async () => {
    const log = await evaluated(acme, { ...call, transcript, recording_base64, multichannel: true });
    expect(log.evaluation).toMatchObject({
      timing_from: "recording",
      recording: {
        assignment: { by: "transcript", agent_channel: 0, rests_on: ["transcript_times"], weak: false },
        drift: { agent: { unmatched: 0 }, user: { unmatched: 0 } },
      },
    });
    const written = await evaluated(acme, { ...call, transcript });
    for (const id of ["interruptions.by_user", "interruptions.by_agent", "agent.response_rate"])
      expect(measured(log, id).value, id).toEqual(measured(written, id).value);
  });

  test("does not say who spoke if it is not multichannel", async () => {
    const log = await evaluated(acme, { ...call, transcript, recording_base64 });
    expect(log.evaluation).toMatchObject({ timing_from: "transcript", recording: { assignment: null } });
    const alone = await evaluated(acme, { ...call, recording_base64 });
    expect(alone.evaluation).toMatchObject({ timing_from: null, recording: { status: "EVALUATED" } });
    expect(measured(alone, "talk_time.agent")).toMatchObject({
      status: "NOT_EVALUATED",
      reason: "missing_transcript",
    });
  });
});

describe("a recording with two channels", () => {
  const { transcript, participants } = JSON.parse(fixture("recordings/booking.json").toString());
  const sample = sampleRecording(
    "booking",
    fixture("recordings/booking.wav"),
    fixture("recordings/booking.json").toString(),
  );
  const noiseOf = (channel: 0 | 1) => whiteNoise(sample.channels[0]?.length ?? 0, channel);
  const noisy = ([0, 1] as const).map((channel) => withNoise(sample, channel, noiseOf(channel), 5));
  const sent = (channels: number[][]) => ({
    participants,
    recording_base64: dataUrl(wavFile(channels, RATE)),
    multichannel: true,
  });

  test("that is noisy gives no times, and says so", async () => {
    const log = await evaluated(acme, sent(noisy));
    expect(log.evaluation).toMatchObject({
      timing_from: null,
      recording: { assignment: { status: "refused", reason: "noisy_recording" } },
      data_quality: [{ code: "noisy_recording", indexes: [0, 1] }],
    });
    for (const id of ["agent.response_latency.mean", "longest_silence", "talk_time.agent"])
      expect(measured(log, id)).toMatchObject({ status: "NOT_EVALUATED", reason: "noisy_recording" });
  });

  test("that is noisy leaves the times to the transcript", async () => {
    const log = await evaluated(acme, { ...sent(noisy), transcript });
    const written = await evaluated(acme, { transcript });
    expect(log.evaluation).toMatchObject({
      timing_from: "transcript",
      data_quality: [{ code: "noisy_recording" }],
    });
    const ofTimes = log.evaluation.metrics.filter(({ id }) => !id.includes(".audio."));
    expect(ofTimes).toEqual(written.evaluation.metrics);
  });

  test("with an offset gives the same times as without, and reports the offset", async () => {
    const plain = sample.channels.map((channel) => channel.map((x) => x / 2));
    const shifted = plain.map((channel) => channel.map((x) => x + 0.05));
    const [with_offset, without] = [await evaluated(acme, sent(shifted)), await evaluated(acme, sent(plain))];
    const others = ({ evaluation }: typeof without) =>
      evaluation.metrics.filter(({ id }) => !id.endsWith(".audio.dc_offset"));
    expect(others(with_offset)).toEqual(others(without));
    expect(channelsOf(with_offset)).toEqual(channelsOf(without));
    const { recording } = with_offset.evaluation;
    expect(recording?.status === "EVALUATED" && recording.channels[0]?.dc_offset).toBeCloseTo(0.05, 3);
  });
});

test("a gap in the agent's sound fails a rule about it, at its place, and says nothing against the caller", async () => {
  const { participants } = JSON.parse(fixture("recordings/booking.json").toString());
  const wav = fixture("recordings/booking.wav");
  const sample = sampleRecording("booking", wav, fixture("recordings/booking.json").toString());
  const loud = sample.channels[0]?.findIndex((x) => Math.abs(x) > 0.3) ?? 0;
  const channels = sample.channels.map((channel, side) =>
    channel.map((x, at) => (side === 0 && at >= loud && at < loud + RATE / 20 ? 0 : x)),
  );
  const metric = await makeMetric(acme, {
    name: "Whole sound",
    scoring_guidance: "@rules\nfail when agent.audio.dropouts > 0",
  });
  const evaluate = (sides: number[][]) =>
    evaluated(acme, {
      participants,
      recording_base64: dataUrl(wavFile(sides, RATE)),
      multichannel: true,
      custom_metrics: [metric.id],
    });
  const [broken, whole] = [await evaluate(channels), await evaluate(sample.channels)];
  const verdictOf = ({ evaluation }: Evaluated) =>
    evaluation.verdicts.find(({ name }) => name === "Whole sound");
  expect(verdictOf(broken)).toMatchObject({ status: "EVALUATED", value: false });
  expect(verdictOf(whole)).toMatchObject({ status: "EVALUATED", value: true });
  const [place] = measured(broken, "agent.audio.dropouts").evidence;
  expect(Math.abs(Number(place?.["start_ms"]) - (loud * 1000) / RATE)).toBeLessThanOrEqual(50);
  expect(measured(broken, "user.audio.dropouts").value).toBe(0);
});

test("words during which nothing is heard, and speech without words, are at their places", async () => {
  const { participants, transcript } = JSON.parse(fixture("recordings/slow.json").toString());
  const wav = dataUrl(fixture("recordings/slow.wav"));
  const sent = { participants, recording_base64: wav, multichannel: true };
  const whole = await evaluated(acme, { ...sent, transcript });
  expect(measured(whole, "agent.audio.silent_words")).toMatchObject({ status: "EVALUATED", value: 0 });
  expect(measured(whole, "user.audio.unwritten_speech")).toMatchObject({ status: "EVALUATED", value: 0 });
  const added = { speaker: "AGENT", utterance: "Hello?", start_offset_ms: 7000, end_offset_ms: 7600 };
  const changed = transcript.toSpliced(4, 1).toSpliced(3, 0, added);
  const unlike = await evaluated(acme, { ...sent, transcript: changed });
  expect(measured(unlike, "agent.audio.silent_words")).toMatchObject({
    value: 1,
    evidence: [{ start_ms: 7000, end_ms: 7600 }],
  });
  const [unwritten] = measured(unlike, "agent.audio.unwritten_speech").evidence;
  expect(Math.abs(Number(unwritten?.["start_ms"]) - 10_337)).toBeLessThanOrEqual(50);
  const timeless = transcript.map(({ speaker, utterance }: { speaker: string; utterance: string }) => ({
    speaker,
    utterance,
  }));
  const unknown = await evaluated(acme, { ...sent, transcript: timeless });
  expect(measured(unknown, "agent.audio.silent_words")).toMatchObject({
    status: "NOT_EVALUATED",
    reason: "missing_offsets",
  });
});

test("a transcript whose clock is 0.5% faster than the recording's drifts by 5000 ppm on both sides", async () => {
  const burst = whiteNoise(0.8 * RATE, 0).map((sample) => 0.3 * sample);
  const turns = Array.from({ length: 26 }, (_, at) => ({ at, channel: at % 2, start_ms: 500 + 3700 * at }));
  const channels = [0, 1].map((side) => {
    const samples = new Array(98 * RATE).fill(0);
    for (const { channel, start_ms } of turns)
      if (channel === side)
        for (const [at, one] of burst.entries()) samples[(start_ms * RATE) / 1000 + at] = one;
    return samples;
  });
  const transcriptAt = (pace: number) =>
    turns.map(({ at, channel, start_ms }) => ({
      speaker: channel ? "USER" : "AGENT",
      utterance: `Sentence ${at}.`,
      start_offset_ms: Math.round(start_ms * pace),
      end_offset_ms: Math.round((start_ms + 800) * pace),
    }));
  const recording = { recording_base64: dataUrl(wavFile(channels, RATE)), multichannel: true };
  const fast = await evaluated(acme, { ...recording, transcript: transcriptAt(1.005) });
  const right = await evaluated(acme, { ...recording, transcript: transcriptAt(1) });
  for (const side of ["agent", "user"]) {
    const { value, unit, n } = measured(fast, `${side}.audio.clock_drift`);
    expect([unit, n]).toEqual(["ppm", 13]);
    expect(Math.abs(Number(value) - 5000)).toBeLessThanOrEqual(200);
    expect(measured(right, `${side}.audio.clock_drift`).value).toBe(0);
  }
  const { transcript, participants } = JSON.parse(fixture("recordings/slow.json").toString());
  const wav = dataUrl(fixture("recordings/slow.wav"));
  const short = await evaluated(acme, {
    participants,
    transcript,
    recording_base64: wav,
    multichannel: true,
  });
  expect(measured(short, "agent.audio.clock_drift")).toMatchObject({ status: "NOT_APPLICABLE" });
});

test("the transcript of every recording says how fast the agent answers", async () => {
  const { transcript } = JSON.parse(fixture("recordings/slow.json").toString());
  const log = await evaluated(acme, { transcript });
  // The recording was made with these pauses. The last turn of the user has no answer.
  expect(measured(log, "agent.response_latency.max")).toMatchObject({ value: 6000, unit: "ms", n: 3 });
  expect(measured(log, "unanswered_final_user_turn").value).toBe(1);
});

test.each(["booking.vtt", "booking.srt", "refund.txt"])(
  "the transcript %s, as an entry each line",
  async (name) => {
    const { parseTranscript } = await import("../../src/engine/transcript/parse.ts");
    const { turns } = await parseTranscript(fixture(`transcripts/${name}`).toString());
    const transcript = turns.map(({ role, ...turn }) => ({ speaker: role, ...turn }));
    const log = await evaluated(acme, { transcript });
    expect(measured(log, "turn_count")).toMatchObject({ status: "EVALUATED", value: transcript.length });
    const timed = name !== "refund.txt";
    expect(log.evaluation.timing_from).toBe(timed ? "transcript" : null);
    if (timed) expect(measured(log, "call_duration").value).toBe(11_890);
  },
);

describe("a recording that is not readable", () => {
  test("in a medium that needs ffmpeg leaves the transcript to be evaluated", async () => {
    const recording_base64 = dataUrl(Buffer.from("ID3\u0004 and so on"), "audio/mpeg");
    const transcript = [{ speaker: "AGENT", utterance: "Hello" }];
    const log = await evaluated(acme, { recording_base64, transcript });
    expect(log).toMatchObject({
      status: "COMPLETED",
      evaluation: {
        recording: {
          status: "NOT_EVALUATED",
          reason: "unsupported_media",
          message: "audio/mpeg is read where ffmpeg is on the PATH of the service",
        },
      },
    });
    expect(measured(log, "turn_count").value).toBe(1);
  });

  test("and is all there is leaves the evaluation incomplete", async () => {
    const log = await evaluated(acme, {
      recording_base64: dataUrl(Buffer.from("ID3\u0004 and so on"), "audio/mpeg"),
    });
    expect(log.status).toBe("INCOMPLETED");
  });

  test("because it is broken leaves the evaluation incomplete, and says why", async () => {
    const whole = wavFile([[0, 0.5, 0]], 8000);
    const log = await evaluated(acme, {
      recording_base64: dataUrl(whole.subarray(0, whole.length - 3)),
      transcript: [{ speaker: "AGENT", utterance: "Hello" }],
    });
    expect(log).toMatchObject({
      status: "INCOMPLETED",
      evaluation: {
        recording: { reason: "unreadable_recording", message: "the file ends before its samples do" },
      },
    });
  });
});

test("a recording in the form for more than 4 GB is read like any other", async () => {
  const sound = Array.from({ length: 8000 }, (_, at) => Math.sin(at / 3) / 2);
  const fields = formatFields("pcm_s16", 1, 8000);
  const recording_base64 = dataUrl(Buffer.from(rf64(fields, sampleBytes([sound], "pcm_s16"))));
  const log = await evaluated(acme, { recording_base64 });
  expect(log).toMatchObject({
    status: "COMPLETED",
    evaluation: { recording: { status: "EVALUATED", duration_ms: 1000 } },
  });
});

test("a long recording does not keep others waiting", async () => {
  // Ten minutes of two channels.
  const samples = Array.from({ length: 600 * 8000 }, (_, at) =>
    at % 16_000 < 8000 ? Math.sin(at / 3) / 2 : 0,
  );
  const call_id = evaluated(acme, { recording_base64: dataUrl(wavFile([samples, samples], 8000)) });
  let answers = 0;
  let over = false;
  const answered = (async () => {
    while (!over) {
      await acme("GET", "/v1/all-agents");
      answers++;
    }
  })();
  const log = await call_id.finally(() => {
    over = true;
  });
  await answered;
  expect(answers).toBeGreaterThan(10);
  expect(log.evaluation.recording).toMatchObject({ duration_ms: 600_000, copied_mono: true });
});
