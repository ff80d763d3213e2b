import type { ChannelDefects } from "../metrics/audio/defects.ts";
import { ChannelMeter, type ChannelSums, FRAME_MS } from "./channel-meter.ts";
import { CorrelationMeter, isCopiedMono } from "./correlation-meter.ts";
import { powerToDbfs } from "./decibels.ts";
import type { FramePowers } from "./frame-powers.ts";
import { channelDefects } from "./integrity/channel-defects.ts";
import { EchoMeter } from "./integrity/echo-meter.ts";
import { SoundMeter } from "./integrity/sound-meter.ts";
import { detectVoice, type VoiceActivity } from "./voice-activity.ts";
import type { SampleEncoding } from "./wav/sample-encoding.ts";
import { WavDecoder } from "./wav/wav-decoder.ts";
import type { WavFormat } from "./wav/wav-format.ts";

/** Below this, speech cannot be told from noise: the detected times can be wrong by more than a second. */
const NOISY_BELOW_DB = 10;

/** If less than this share of a channel is outside its speech, its noise cannot be measured. */
const MIN_REST = 0.05;

/** If no speech is found and the noise is louder than this, speech of normal loudness may be hidden in it. */
const HIDING_DBFS = -40;

/**
 * The levels of a channel, without its constant offset. Levels in dBFS are at least -120. The fields of
 * `estimate` depend on the detected speech.
 */
interface ChannelAnalysis {
  /** The mean of the samples, -1 to 1. It is subtracted before anything is measured. */
  dc_offset: number;
  peak_dbfs: number;
  rms_dbfs: number;
  /** The share of samples at full scale or next to it, 0 to 1. */
  clipped_fraction: number;
  /** The share of 10 ms frames whose samples all have the same value, 0 to 1. */
  digital_silence_fraction: number;
  estimate: {
    voice_activity: VoiceActivity;
    /**
     * The power of speech relative to the power of the rest, in dB. Null if there is no speech, no rest, or
     * if the rest is silent.
     */
    snr_db: number | null;
    /** The speech is less than 10 dB above the rest, may be hidden in it, or there is no rest. */
    noisy: boolean;
  };
  /** What is wrong with the sound, and where. */
  defects: ChannelDefects;
}

/** The format of a recording, and its levels. */
export interface RecordingAnalysis {
  encoding: SampleEncoding;
  sample_rate_hz: number;
  channel_count: number;
  duration_ms: number;
  channels: readonly ChannelAnalysis[];
  /**
   * Between the two channels of a stereo recording, -1 to 1. Null for other recordings, and if a channel is
   * constant.
   */
  channel_correlation: number | null;
  /** Both channels contain the same signal. */
  copied_mono: boolean;
}

/**
 * Analyses a WAV file that arrives in pieces of any size. It keeps only 2 bytes per channel for each 10 ms.
 * `push` and `end` throw `WavError`.
 */
export class RecordingAnalyzer {
  readonly #decoder = new WavDecoder((channels, format) => this.#measure(channels, format));
  readonly #correlation = new CorrelationMeter();
  #meters: Meters | null = null;

  push(piece: Uint8Array): void {
    this.#decoder.push(piece);
  }

  /** Call this when the file is complete. */
  end(): RecordingAnalysis {
    const format = this.#decoder.end();
    const { encoding, sample_rate_hz, channel_count } = format;
    const meters = this.#meters ?? metersOf(format);
    const sums = meters.levels.map((meter) => meter.sums());
    const channel_correlation = channel_count === 2 ? this.#correlation.correlation() : null;
    return {
      encoding,
      sample_rate_hz,
      channel_count,
      duration_ms: Math.round(((sums[0]?.samples ?? 0) * 1000) / sample_rate_hz),
      channels: channelsOf(meters, sums),
      channel_correlation,
      copied_mono: isCopiedMono(channel_correlation),
    };
  }

  #measure(channels: readonly Float32Array[], format: WavFormat): void {
    this.#meters ??= metersOf(format);
    const { levels, sounds, echo } = this.#meters;
    const [left, right] = channels;
    if (left && right && channels.length === 2) {
      this.#correlation.add(left, right);
      echo?.add(left, right);
    }
    channels.forEach((channel, index) => {
      levels[index]?.add(channel);
      sounds[index]?.add(channel);
    });
  }
}

interface Meters {
  readonly levels: readonly ChannelMeter[];
  readonly sounds: readonly SoundMeter[];
  /** Only for two channels. */
  readonly echo: EchoMeter | null;
}

function metersOf({ channel_count, sample_rate_hz }: WavFormat): Meters {
  const forEach = <T>(make: () => T) => Array.from({ length: channel_count }, make);
  return {
    levels: forEach(() => new ChannelMeter(sample_rate_hz)),
    sounds: forEach(() => new SoundMeter(sample_rate_hz)),
    echo: channel_count === 2 ? new EchoMeter(sample_rate_hz) : null,
  };
}

function channelsOf({ sounds, echo }: Meters, sums: readonly ChannelSums[]): ChannelAnalysis[] {
  const analyses = sums.map(analyseChannel);
  const speechOf = (index: number) => analyses[index]?.estimate.voice_activity.segments ?? [];
  const echoes = echo?.echoes() ?? [];
  return sums.flatMap((one, index) => {
    const analysis = analyses[index];
    const sound = sounds[index];
    if (!analysis || !sound) return [];
    const heard = {
      sums: one,
      samples: sound.end(),
      voice: analysis.estimate.voice_activity,
      echo: echoes[index] ?? null,
    };
    return [{ ...analysis, defects: channelDefects(heard, echo && speechOf(1 - index)) }];
  });
}

function analyseChannel(sums: ChannelSums): Omit<ChannelAnalysis, "defects"> {
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
 * (Mean power of the detected speech - mean power of the rest) / mean power of the rest. Infinite if the rest
 * is digital silence. Null if there is no speech, or hardly any rest.
 */
function signalToNoise(powers: FramePowers, { segments }: VoiceActivity): number | null {
  let speech = 0;
  let speechFrames = 0;
  for (const { start_ms, end_ms } of segments) {
    for (let frame = start_ms / FRAME_MS; frame < end_ms / FRAME_MS; frame++) {
      speech += powers.at(frame) ?? 0;
      speechFrames++;
    }
  }
  const restFrames = powers.length - speechFrames;
  if (speechFrames === 0 || restFrames < MIN_REST * powers.length) return null;
  let whole = 0;
  for (let frame = 0; frame < powers.length; frame++) whole += powers.at(frame) ?? 0;
  const noise = (whole - speech) / restFrames;
  return Math.max(0, speech / speechFrames - noise) / Math.max(0, noise);
}
