import { ChannelMeter, type ChannelSums, FRAME_MS } from "./channel-meter.ts";
import { CorrelationMeter, isCopiedMono } from "./correlation-meter.ts";
import { powerToDbfs } from "./decibels.ts";
import { detectVoice, type VoiceActivity } from "./voice-activity.ts";
import type { SampleEncoding } from "./wav/sample-encoding.ts";
import { WavDecoder } from "./wav/wav-decoder.ts";
import type { WavFormat } from "./wav/wav-format.ts";

/** Below this a channel's speech cannot be told from its noise: found times are off by a second and more. */
const NOISY_BELOW_DB = 10;

/** With less of a channel outside its speech than this share, its noise cannot be measured. */
const MIN_REST = 0.05;

/** Where no speech is found above noise of this level, speech as loud as usual may be hidden in it. */
const HIDING_DBFS = -40;

/** The levels of a channel, without its constant offset. Figures in dBFS are at least -120; what `estimate` holds depends on the found speech. */
interface ChannelAnalysis {
  /** The mean of the samples, -1 to 1. It is taken out before anything is measured. */
  dc_offset: number;
  peak_dbfs: number;
  rms_dbfs: number;
  /** Share of samples at or next to full scale, 0 to 1. */
  clipped_fraction: number;
  /** Share of frames of 10 ms in which all samples have one value, 0 to 1. */
  digital_silence_fraction: number;
  estimate: {
    voice_activity: VoiceActivity;
    /** Power of speech over power of the rest, in dB; null without speech, without a rest, or when that is silent. */
    snr_db: number | null;
    /** The speech stands less than 10 dB above the rest, could hide in it, or has no rest. */
    noisy: boolean;
  };
}

/** What a recording is and how loud it is. */
export interface RecordingAnalysis {
  encoding: SampleEncoding;
  sample_rate_hz: number;
  channel_count: number;
  duration_ms: number;
  channels: readonly ChannelAnalysis[];
  /** Between the two channels of a stereo recording, -1 to 1; null for others, and when a channel is constant. */
  channel_correlation: number | null;
  /** Both channels hold the same signal. */
  copied_mono: boolean;
}

/**
 * Analyses a WAV file that arrives in pieces of any size. It keeps only 8 bytes of the signal for each 10 ms and channel.
 * `push` and `end` throw `WavError`.
 */
export class RecordingAnalyzer {
  readonly #decoder = new WavDecoder((channels, format) => this.#measure(channels, format));
  readonly #correlation = new CorrelationMeter();
  #meters: readonly ChannelMeter[] | null = null;

  push(piece: Uint8Array): void {
    this.#decoder.push(piece);
  }

  /** The file is complete. */
  end(): RecordingAnalysis {
    const format = this.#decoder.end();
    const { encoding, sample_rate_hz, channel_count } = format;
    const sums = (this.#meters ?? metersOf(format)).map((meter) => meter.sums());
    const channel_correlation = channel_count === 2 ? this.#correlation.correlation() : null;
    return {
      encoding,
      sample_rate_hz,
      channel_count,
      duration_ms: Math.round(((sums[0]?.samples ?? 0) * 1000) / sample_rate_hz),
      channels: sums.map(analyseChannel),
      channel_correlation,
      copied_mono: isCopiedMono(channel_correlation),
    };
  }

  #measure(channels: readonly Float32Array[], format: WavFormat): void {
    this.#meters ??= metersOf(format);
    const [left, right] = channels;
    if (left && right && channels.length === 2) this.#correlation.add(left, right);
    this.#meters.forEach((meter, index) => {
      const channel = channels[index];
      if (channel) meter.add(channel);
    });
  }
}

function metersOf({ channel_count, sample_rate_hz }: WavFormat): readonly ChannelMeter[] {
  return Array.from({ length: channel_count }, () => new ChannelMeter(sample_rate_hz));
}

function analyseChannel(sums: ChannelSums): ChannelAnalysis {
  const voice_activity = detectVoice(sums.frame_powers);
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const rms_dbfs = powerToDbfs(sums.power);
  const snr = signalToNoise(sums.frame_powers, voice_activity);
  const hasSpeech = voice_activity.segments.length > 0;
  return {
    dc_offset: sums.dc_offset,
    peak_dbfs: powerToDbfs(sums.peak ** 2),
    rms_dbfs,
    clipped_fraction: share(sums.clipped, sums.samples),
    digital_silence_fraction: share(sums.digitally_silent_frames, sums.frame_powers.length),
    estimate: {
      voice_activity,
      snr_db: snr !== null && snr > 0 && snr < Number.POSITIVE_INFINITY ? 10 * Math.log10(snr) : null,
      noisy: hasSpeech ? snr === null || snr < 10 ** (NOISY_BELOW_DB / 10) : rms_dbfs > HIDING_DBFS,
    },
  };
}

/**
 * The mean power inside the found speech, less that outside it, over that outside it: infinite where the rest is digital
 * silence, and null where there is no speech or hardly any rest.
 */
function signalToNoise(powers: readonly number[], { segments }: VoiceActivity): number | null {
  let speech = 0;
  let speechFrames = 0;
  for (const { start_ms, end_ms } of segments) {
    for (let frame = start_ms / FRAME_MS; frame < end_ms / FRAME_MS; frame++) {
      speech += powers[frame] ?? 0;
      speechFrames++;
    }
  }
  const restFrames = powers.length - speechFrames;
  if (speechFrames === 0 || restFrames < MIN_REST * powers.length) return null;
  const noise = (powers.reduce((sum, power) => sum + power, 0) - speech) / restFrames;
  return Math.max(0, speech / speechFrames - noise) / Math.max(0, noise);
}
