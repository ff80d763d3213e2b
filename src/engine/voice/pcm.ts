/** Sound on a line: mono, 16 kHz, signed 16 bit, in frames of 20 ms. */
export const SAMPLE_RATE = 16_000;
export const TICK_MS = 20;
/** Samples in a frame. */
export const FRAME = (SAMPLE_RATE * TICK_MS) / 1000;

/** Full scale of a sample. */
export const FULL_SCALE = 32_768;

/** The level of speech on the line, as the root mean square of its samples (as in EVA's perturbations). */
export const SPEECH_RMS = 3000;

/** Rounds to a sample value, clipped. */
export const toSample = (value: number): number =>
  Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value)));

/** The root mean square of samples; 0 if there are none. */
export function rmsOf(samples: ArrayLike<number>): number {
  let squares = 0;
  for (let at = 0; at < samples.length; at++) squares += (samples[at] ?? 0) ** 2;
  return samples.length === 0 ? 0 : Math.sqrt(squares / samples.length);
}

/** Samples are little-endian on a line. On a big-endian machine, their bytes are swapped. */
const SWAPS = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** Samples from little-endian bytes. Ignores an odd byte at the end. */
export function samplesOf(bytes: Uint8Array): Int16Array {
  // Not `slice`, because a Buffer's `slice` shares its memory.
  const copy = new Uint8Array(bytes.subarray(0, bytes.length & ~1));
  return new Int16Array((SWAPS ? swapped(copy) : copy).buffer);
}

/** Samples as little-endian bytes. They share the memory if possible. */
export function bytesOf(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return SWAPS ? swapped(bytes.slice()) : bytes;
}

function swapped<T extends Uint8Array>(bytes: T): T {
  for (let at = 0; at + 1 < bytes.length; at += 2) bytes.subarray(at, at + 2).reverse();
  return bytes;
}

const SILENT_RMS = 60;
/** How many samples to keep before and after trimmed speech: 5 ms. */
const MARGIN = 80;
/** Levels are measured over 5 ms. */
const WINDOW = 80;

/**
 * Synthesized speech prepared for a line: without silence around it, so that it begins and ends with its
 * words, and at the usual level.
 */
export function levelled(samples: Int16Array): Int16Array {
  const loud: number[] = [];
  for (let at = 0; at + WINDOW <= samples.length; at += WINDOW)
    if (rmsOf(samples.subarray(at, at + WINDOW)) > SILENT_RMS) loud.push(at);
  const first = loud[0];
  const last = loud.at(-1);
  if (first === undefined || last === undefined) return new Int16Array(0);
  const kept = samples.subarray(
    Math.max(0, first - MARGIN),
    Math.min(samples.length, last + WINDOW + MARGIN),
  );
  const spoken = loud.map((at) => rmsOf(samples.subarray(at, at + WINDOW)) ** 2);
  const rms = Math.sqrt(spoken.reduce((sum, power) => sum + power, 0) / spoken.length);
  const gain = SPEECH_RMS / rms;
  return Int16Array.from(kept, (sample) => toSample(sample * gain));
}

/** Whose sound is on which channel of a recorded line. */
export const LINE_CHANNELS = { caller: 0, agent: 1 } as const;
