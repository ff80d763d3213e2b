import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { TranscriptEntry } from "../metrics/conversation.ts";
import { evaluateBuiltins, metricsById } from "../metrics/evaluate-builtins.ts";
import { agent, user } from "../metrics/testing/transcripts.ts";
import { transcriptSpeech } from "../metrics/timing/transcript-speech.ts";
import { alignRecording, type RecordingAlignment } from "./align-recording.ts";
import { type RecordingAnalysis, RecordingAnalyzer } from "./recording-analyzer.ts";
import { silence, tone } from "./testing/signals.ts";
import { wavFile } from "./testing/wav-file.ts";

function analyse(file: Uint8Array, pieceLength = file.length): RecordingAnalysis {
  const analyzer = new RecordingAnalyzer();
  for (let at = 0; at < file.length; at += pieceLength) analyzer.push(file.subarray(at, at + pieceLength));
  return analyzer.end();
}

/** Asserts that the alignment has assigned the channels, and returns it. */
function assigned(alignment: RecordingAlignment) {
  if (!("segments" in alignment)) throw new Error("the channels were not assigned");
  return alignment;
}

const rate = 8000;
const early = [...silence(500, rate), ...tone(1000, rate), ...silence(3500, rate)];
const late = [...silence(2500, rate), ...tone(1500, rate), ...silence(1000, rate)];

describe("tones", () => {
  const transcript = [agent(2450, 4000), user(540, 1500)];

  test("are given to the sides, with the drift of each", () => {
    const alignment = assigned(alignRecording(analyse(wavFile([early, late], rate)), { transcript }));
    expect(alignment.assignment.agent_channel).toBe(1);
    expect(alignment.segments).toEqual({
      agent: [{ start_ms: 2500, end_ms: 4000 }],
      user: [{ start_ms: 500, end_ms: 1500 }],
    });
    expect(alignment.drift?.agent).toMatchObject({ n: 1, median_ms: -50 });
    expect(alignment.drift?.user).toMatchObject({ n: 1, median_ms: 40 });
  });

  test("in both channels alike are refused", () => {
    const alignment = alignRecording(analyse(wavFile([early, early], rate)), { transcript });
    expect(alignment).toMatchObject({ assignment: { status: "refused", reason: "ambiguous" } });
  });

  test("are assigned to the sides by who spoke first if there is no transcript", () => {
    const recording = analyse(wavFile([early, late], rate));
    const ofUser = assigned(alignRecording(recording, { spoke_first: "user" }));
    expect(ofUser).toMatchObject({ assignment: { by: "spoke_first", agent_channel: 1 }, drift: null });
    expect(ofUser.segments.agent).toEqual([{ start_ms: 2500, end_ms: 4000 }]);
    expect(assigned(alignRecording(recording, { spoke_first: "agent" })).assignment.agent_channel).toBe(0);
  });

  test("channels that begin together, or with speech of only one side, are not assigned by who spoke first", () => {
    const refusal = (left: number[], right: number[]) =>
      alignRecording(analyse(wavFile([left, right], rate)), { spoke_first: "agent" }).assignment;
    expect(refusal(early, early)).toMatchObject({ status: "refused", reason: "ambiguous" });
    expect(refusal(early, silence(5000, rate))).toMatchObject({ status: "refused", reason: "no_speech" });
  });

  test("without usable offsets there is nothing to go by", () => {
    const untimed = [{ speaker: "AGENT", utterance: "Hello" }];
    expect(alignRecording(analyse(wavFile([early, late], rate)), { transcript: untimed })).toEqual({
      assignment: null,
      noisy: false,
      warnings: [],
    });
  });
});

describe.each(["booking", "interrupted", "slow"])("the sample recording %s", (name) => {
  const folder = new URL("../../../fixtures/recordings/", import.meta.url);
  const recording = analyse(readFileSync(new URL(`${name}.wav`, folder)), 10_007);
  const { transcript }: { transcript: TranscriptEntry[] } = JSON.parse(
    readFileSync(new URL(`${name}.json`, folder), "utf8"),
  );
  const { assignment, segments, drift } = assigned(alignRecording(recording, { transcript }));

  test("has the agent on the left", () => {
    expect(assignment.agent_channel).toBe(0);
    expect(recording).toMatchObject({ sample_rate_hz: 8000, channel_count: 2, copied_mono: false });
  });

  test.each(["agent", "user"] as const)("every onset of the %s is found", (side) => {
    const spoken = transcriptSpeech(transcript)?.[side] ?? [];
    const errors = segments[side].map(({ start_ms }, at) =>
      Math.abs(start_ms - (spoken[at]?.start_ms ?? Number.NaN)),
    );
    expect(errors).toHaveLength(spoken.length);
    expect(Math.max(...errors)).toBeLessThanOrEqual(50);
    expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)]).toBeLessThanOrEqual(10);
    expect(drift?.[side]).toMatchObject({ n: spoken.length, unmatched: 0 });
    expect(Math.abs(drift?.[side].max_ms ?? Number.NaN)).toBe(Math.max(...errors));
  });

  test("gives the timing that its transcript gives", () => {
    const heard = metricsById(evaluateBuiltins({ transcript, segments }).metrics);
    const written = metricsById(evaluateBuiltins({ transcript }).metrics);
    for (const id of [
      "interruptions.by_user",
      "interruptions.by_agent",
      "agent.response_rate",
      "yield_rate",
    ]) {
      expect(heard.get(id)?.value, id).toEqual(written.get(id)?.value);
    }
    const latency = (metrics: typeof heard) => Number(metrics.get("agent.response_latency.mean")?.value);
    expect(Math.abs(latency(heard) - latency(written))).toBeLessThanOrEqual(150);
  });
});
