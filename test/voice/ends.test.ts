/** A result says when everybody stopped, as it is heard in the recording. */
import { expect, test } from "vitest";
import { RecordingAnalyzer } from "../../src/engine/audio/recording-analyzer.ts";
import { useService } from "../support/service.ts";
import { useVoiceAgents, useVoiceCalls } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();
const { call } = useVoiceCalls(acme);

interface Said {
  readonly speaker: string;
  readonly start_offset_ms: number;
  readonly end_offset_ms: number;
  readonly cut: string | null;
}

test.concurrent.each([
  { audio_quality: "high", gender: "female", accent: "indian" },
  { audio_quality: "medium", voice_speed: "slowest" },
  { audio_quality: "low", gender: "female" },
  { audio_quality: "horrible", gender: "female" },
  { audio_quality: "horrible", gender: "male", voice_speed: "fast" },
] as const)(
  "within 60 ms: %j",
  async (fields) => {
    const result = await call(await agents.fixture(), fields, { seed: "one" });
    const { body } = await acme("GET", `/v1/simulation-result-recording/${result.id}`);
    const analyzer = new RecordingAnalyzer();
    analyzer.push(Buffer.from(body.recording_base64.split(",")[1], "base64"));
    const [left, right] = analyzer.end().channels;
    const compared: { speaker: string; end_offset_ms: number; late_ms: number }[] = [];
    for (const { speaker, start_offset_ms, end_offset_ms, cut } of result.call.timeline as Said[]) {
      const channel = speaker === "USER" ? left : right;
      const sound = channel?.estimate.voice_activity.segments.findLast(
        ({ start_ms, end_ms }) => end_ms > start_offset_ms && start_ms < end_offset_ms,
      );
      if (cut !== null || !sound) continue;
      compared.push({ speaker, end_offset_ms, late_ms: end_offset_ms - sound.end_ms });
    }
    expect(compared.length).toBeGreaterThanOrEqual(6);
    expect(compared.filter(({ late_ms }) => Math.abs(late_ms) > 60)).toEqual([]);
    // The digital human's side is rendered again to the last sample, not only to the last that can be heard.
    const { body: replay } = await acme("GET", `/v1/replay-simulation-result/${result.id}`);
    expect(replay.recording).toEqual({ same: true, first_difference_ms: null });
  },
  200_000,
);
