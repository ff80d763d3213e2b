import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { TranscriptEntry } from "../metrics/conversation.ts";
import { alignRecording } from "./align-recording.ts";
import { RecordingAnalyzer } from "./recording-analyzer.ts";
import {
  babble,
  RATE,
  type SampleRecording,
  sampleRecording,
  speechOf,
  whiteNoise,
  withNoise,
} from "./testing/sample-recordings.ts";
import { silence } from "./testing/signals.ts";
import { wavFile } from "./testing/wav-file.ts";

const sampleRecordings = ["booking", "interrupted", "slow"].map((name) => {
  const read = (extension: string) =>
    readFileSync(new URL(`../../../fixtures/recordings/${name}.${extension}`, import.meta.url));
  return sampleRecording(name, read("wav"), read("json").toString());
});
const voices = speechOf(sampleRecordings);

function analyse(channels: readonly (readonly number[])[]) {
  const analyzer = new RecordingAnalyzer();
  analyzer.push(wavFile(channels, RATE));
  return analyzer.end();
}

const quieter = ({ channels }: SampleRecording) => channels.map((channel) => channel.map((x) => x / 2));
const segmentsOf = (channels: readonly (readonly number[])[]) =>
  analyse(channels).channels.map(({ estimate }) => estimate.voice_activity.segments);

describe.each(sampleRecordings)("an offset of the recording $name", (sample) => {
  test.each([0.01, 0.05, -0.2])("of %d of full scale hides nothing", (offset) => {
    const clean = analyse(quieter(sample));
    const shifted = analyse(quieter(sample).map((channel) => channel.map((x) => x + offset)));
    shifted.channels.forEach((channel, index) => {
      const before = clean.channels[index];
      expect(channel.dc_offset).toBeCloseTo(offset, 3);
      expect(channel.rms_dbfs).toBeCloseTo(before?.rms_dbfs ?? Number.NaN, 1);
      expect(channel.peak_dbfs).toBeCloseTo(before?.peak_dbfs ?? Number.NaN, 1);
      expect(channel.estimate.noisy).toBe(false);
      expect(channel.estimate.voice_activity.segments).toEqual(before?.estimate.voice_activity.segments);
    });
  });

  test("that wanders hides nothing either", () => {
    const wandering = quieter(sample).map((channel) =>
      channel.map((x, at) => x + 0.05 * Math.sin((2 * Math.PI * at) / (5 * RATE))),
    );
    expect(segmentsOf(wandering)).toEqual(segmentsOf(quieter(sample)));
  });
});

const noises = {
  "white noise": whiteNoise,
  babble: (length: number, seed: number) => babble(voices, length, seed),
};

function noisy(sample: SampleRecording, noise: (length: number, seed: number) => number[], snr_db: number) {
  const length = sample.channels[0]?.length ?? 0;
  return ([0, 1] as const).map((channel) => withNoise(sample, channel, noise(length, channel), snr_db));
}

describe.each(Object.entries(noises))("with %s", (_, noise) => {
  describe.each(sampleRecordings)("the recording $name", (sample) => {
    test.each([8, 5, 3, 0])("gives no times at %d dB, and says so", (snr_db) => {
      const recording = analyse(noisy(sample, noise, snr_db));
      const { transcript } = sample;
      for (const known of [{ transcript }, { spoke_first: "agent" as const }]) {
        const alignment = alignRecording(recording, known);
        expect(alignment).toMatchObject({ noisy: true, warnings: [{ code: "noisy_recording" }] });
        expect(alignment).not.toHaveProperty("segments");
      }
      expect(alignRecording(recording, { spoke_first: "agent" }).assignment).toMatchObject({
        status: "refused",
        reason: "noisy_recording",
      });
    });

    test("gives times at 20 dB", () => {
      expect(alignRecording(analyse(noisy(sample, noise, 20)), sample)).toMatchObject({ warnings: [] });
    });
  });
});

test("a channel of nothing but loud noise is noisy, one of nothing but quiet noise is silent", () => {
  const of = (amplitude: number) => whiteNoise(RATE * 5, 1).map((x) => x * amplitude);
  const [loud, quiet] = analyse([of(0.2), of(0.001)]).channels;
  expect(loud?.estimate).toMatchObject({ noisy: true, voice_activity: { segments: [] } });
  expect(quiet?.estimate).toMatchObject({ noisy: false, voice_activity: { segments: [] } });
});

describe.each(sampleRecordings)("who spoke first in the recording $name", (sample) => {
  const untimed: TranscriptEntry[] = sample.transcript.map(({ speaker, utterance }) => ({
    speaker: speaker ?? null,
    utterance: utterance ?? null,
  }));

  test("is a weak sign when it is the only one", () => {
    const alignment = alignRecording(analyse(quieter(sample)), { spoke_first: "agent" });
    expect(alignment).toMatchObject({
      assignment: { agent_channel: 0, rests_on: ["spoke_first"], weak: true },
      warnings: [{ code: "weak_channel_assignment" }],
    });
  });

  test("is never believed without a warning when babble comes first", () => {
    // A few voices in the background, and two seconds before the first word in which only the user's channel
    // has sound.
    const lead_ms = 2000;
    const later: SampleRecording = {
      ...sample,
      channels: sample.channels.map((channel) => [...silence(lead_ms, RATE), ...channel]),
      transcript: sample.transcript.map((entry) => ({
        ...entry,
        start_offset_ms: Number(entry.start_offset_ms) + lead_ms,
        end_offset_ms: Number(entry.end_offset_ms) + lead_ms,
      })),
    };
    const length = later.channels[0]?.length ?? 0;
    let swaps = 0;
    for (const snr_db of [40, 30, 25, 20, 15, 10, 5]) {
      const user = withNoise(later, 1, babble(voices, length, 5, 4), snr_db);
      const agent = (later.channels[0] ?? []).map((x) => x / 2);
      const recording = analyse([agent, user]);
      const { assignment, warnings } = alignRecording(recording, { spoke_first: "agent" });
      expect(assignment?.status === "refused" || warnings.length > 0, `${snr_db} dB`).toBe(true);
      if (assignment?.status === "assigned" && assignment.agent_channel === 1) swaps++;
      // Nor with a transcript without times: the sides are never swapped unnoticed.
      const compared = alignRecording(recording, { spoke_first: "agent", transcript: untimed });
      const swapped = compared.assignment?.status === "assigned" && compared.assignment.agent_channel === 1;
      if (swapped) expect(compared.warnings, `${snr_db} dB`).not.toEqual([]);
      // A transcript with times decides by itself.
      const timed = alignRecording(recording, { spoke_first: "agent", transcript: later.transcript });
      if (timed.assignment?.status === "assigned")
        expect(timed.assignment).toMatchObject({ agent_channel: 0, rests_on: ["transcript_times"] });
    }
    expect(swaps).toBeGreaterThan(0);
  });
});

describe("a transcript without times", () => {
  const say = (speaker: string, words: number) => ({ speaker, utterance: "word ".repeat(words) });
  const [booking] = sampleRecordings;
  const long = booking?.channels[0]?.map((x) => x / 2) ?? [];
  // The first voice says three times as much as the second.
  const second = long.map((_, at) => (at > 6 * RATE && at < 7 * RATE ? (long[at - 5 * RATE] ?? 0) : 0));
  const assign = (agentWords: number, userWords: number) =>
    alignRecording(analyse([long, second]), {
      spoke_first: "agent",
      transcript: [say("AGENT", agentWords), say("USER", userWords)],
    });

  test("that has the same side say more is a second sign, which babble can turn around as well", () => {
    expect(assign(60, 20)).toMatchObject({
      assignment: { agent_channel: 0, rests_on: ["spoke_first", "words"], weak: true },
      warnings: [{ code: "weak_channel_assignment" }],
    });
  });

  test("a transcript in which the other side says more assigns no channels", () => {
    expect(assign(20, 60)).toMatchObject({ assignment: { status: "refused", reason: "signs_disagree" } });
  });

  test("that has both say about the same decides nothing", () => {
    expect(assign(50, 60)).toMatchObject({ assignment: { weak: true, rests_on: ["spoke_first"] } });
  });
});
