import type { TranscriptEntry } from "../../metrics/conversation.ts";
import { transcriptSpeech } from "../../metrics/timing/transcript-speech.ts";

const HEADER_BYTES = 44;
export const RATE = 8000;

/** A sample recording (16-bit PCM, agent left, user right) with its transcript. */
export interface SampleRecording {
  name: string;
  channels: number[][];
  transcript: TranscriptEntry[];
}

/** Reads a sample from the bytes of its WAV file and the text of its description. */
export function sampleRecording(name: string, file: Buffer, described: string): SampleRecording {
  const channels = [0, 2].map((offset) =>
    Array.from(
      { length: (file.length - HEADER_BYTES) / 4 },
      (_, at) => file.readInt16LE(HEADER_BYTES + at * 4 + offset) / 32_768,
    ),
  );
  return { name, channels, transcript: JSON.parse(described).transcript };
}

/** The speech in samples, without the silence in between. */
export function speechOf(samples: readonly SampleRecording[]): number[] {
  return samples.flatMap(({ channels }) => channels.flat().filter((sample) => sample !== 0));
}

/** `length` samples of many voices at once: copies of the same speech, shifted and added. */
export function babble(voices: readonly number[], length: number, seed: number, count = 8): number[] {
  const starts = Array.from(
    { length: count },
    (_, voice) => ((voice + 1) * 7919 * (seed + 3)) % voices.length,
  );
  return Array.from({ length }, (_, at) =>
    starts.reduce((sum, start) => sum + (voices[(start + at) % voices.length] ?? 0), 0),
  );
}

/** `length` samples of white noise, the same for the same seed. */
export function whiteNoise(length: number, seed: number): number[] {
  let state = seed + 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

const meanSquare = (samples: readonly number[]) =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;

/** A channel of a sample at half its volume, with added noise `snr_db` below its speech. */
export function withNoise(
  { channels, transcript }: SampleRecording,
  channel: 0 | 1,
  noise: readonly number[],
  snr_db: number,
): number[] {
  const samples = channels[channel] ?? [];
  const spoken = transcriptSpeech(transcript)?.[channel === 0 ? "agent" : "user"] ?? [];
  const speech = spoken.flatMap(({ start_ms, end_ms }) =>
    samples.slice((start_ms * RATE) / 1000, (end_ms * RATE) / 1000),
  );
  const gain = Math.sqrt(meanSquare(speech) / meanSquare(noise) / 10 ** (snr_db / 10));
  return samples.map((sample, at) => Math.max(-1, Math.min(1, (sample + gain * (noise[at] ?? 0)) / 2)));
}
