import { describe, expect, test } from "vitest";
import { RecordingAnalyzer } from "./recording-analyzer.ts";
import { mixed, noise, silence, tone } from "./testing/signals.ts";
import { wavFile } from "./testing/wav-file.ts";

function analyse(channels: number[][], rate: number) {
  const analyzer = new RecordingAnalyzer();
  analyzer.push(wavFile(channels, rate));
  return analyzer.end();
}

describe.each([8000, 11_025, 16_000, 44_100])("tones at known offsets at %i Hz", (rate) => {
  const left = [...silence(500, rate), ...tone(1000, rate), ...silence(1500, rate)];
  const right = [...silence(2000, rate), ...tone(700, rate), ...silence(300, rate)];

  test("are found within 10 ms", () => {
    const { channels } = analyse([left, right], rate);
    const expected = [
      [500, 1500],
      [2000, 2700],
    ];
    channels.forEach(({ estimate }, index) => {
      expect(estimate.voice_activity.segments).toHaveLength(1);
      const [segment] = estimate.voice_activity.segments;
      expect(Math.abs((segment?.start_ms ?? Number.NaN) - (expected[index]?.[0] ?? 0))).toBeLessThanOrEqual(
        10,
      );
      expect(Math.abs((segment?.end_ms ?? Number.NaN) - (expected[index]?.[1] ?? 0))).toBeLessThanOrEqual(10);
    });
  });

  test("the recording is described", () => {
    expect(analyse([left, right], rate)).toMatchObject({
      encoding: "pcm_s16",
      sample_rate_hz: rate,
      channel_count: 2,
      duration_ms: 3000,
      copied_mono: false,
    });
  });
});

describe("levels", () => {
  const rate = 8000;

  test("of a sine of half the full scale for a quarter of the time", () => {
    const [channel] = analyse([[...tone(1000, rate), ...silence(3000, rate)]], rate).channels;
    // Peak 20 log10 0.5. Mean square 0.5² / 2 / 4 = 1/32.
    expect(channel?.peak_dbfs).toBeCloseTo(-6.02, 2);
    expect(channel?.rms_dbfs).toBeCloseTo(10 * Math.log10(1 / 32), 2);
    expect(channel?.digital_silence_fraction).toBe(0.75);
    expect(channel?.clipped_fraction).toBe(0);
  });

  test("of nothing but digital silence", () => {
    expect(analyse([silence(1000, rate)], rate).channels).toMatchObject([
      {
        dc_offset: 0,
        peak_dbfs: -120,
        rms_dbfs: -120,
        clipped_fraction: 0,
        digital_silence_fraction: 1,
        estimate: { voice_activity: { segments: [], threshold_dbfs: -60 }, snr_db: null, noisy: false },
      },
    ]);
  });

  test("of a file without samples", () => {
    expect(analyse([[]], rate)).toMatchObject({
      duration_ms: 0,
      channels: [{ rms_dbfs: -120, clipped_fraction: 0, digital_silence_fraction: 0 }],
    });
  });

  test("of a square wave at full scale", () => {
    const square = Array.from({ length: rate }, (_, at) => (at % 20 < 10 ? 1 : -1));
    const [channel] = analyse([square], rate).channels;
    expect(channel?.clipped_fraction).toBe(1);
    expect(channel?.rms_dbfs).toBeCloseTo(0, 2);
  });

  test("the noise under a tone is estimated", () => {
    // Noise of ±0.01 has a mean square of 0.01² / 3, the tone one of 0.5² / 2: 10 log10 3750 = 35.7 dB.
    const speech = [...silence(2000, rate), ...tone(1000, rate), ...silence(2000, rate)];
    const [channel] = analyse([mixed(speech, noise(5000, rate, 0.01))], rate).channels;
    expect(channel?.estimate.snr_db).toBeCloseTo(35.7, 0);
  });
});

describe("the correlation of channels", () => {
  const rate = 8000;
  const signal = [...silence(500, rate), ...tone(1000, rate)];

  test("shows mono that was copied, also at another volume", () => {
    const copy = analyse([signal, signal.map((sample) => sample / 3)], rate);
    expect(copy.channel_correlation).toBeCloseTo(1, 3);
    expect(copy.copied_mono).toBe(true);
  });

  test("is not measured for mono", () => {
    expect(analyse([signal], rate)).toMatchObject({ channel_correlation: null, copied_mono: false });
  });
});
