import { type Rng, turnRng } from "../random.ts";
import { type Filter, lowPass, telephoneBand } from "./filters.ts";
import { mulaw } from "./g711.ts";
import { frameLoss, type LossSettings } from "./loss.ts";
import { FRAME, FULL_SCALE, rmsOf, SPEECH_RMS, TICK_MS, toSample } from "./pcm.ts";

/** How a line changes the voice of its caller. */
export interface EffectSettings {
  /** Speech over noise in dB. Null without noise. */
  readonly snr_db: number | null;
  /** The band and the codec of a telephone line: 300 to 3400 Hz, µ-law. */
  readonly telephone: boolean;
  /** Frequencies above this are cut, as if the caller spoke through a scarf. Null if nothing is cut. */
  readonly muffled_hz: number | null;
  readonly loss: LossSettings | null;
  readonly gain_db: number;
}

/** Levels are measured over half a frame. */
const PART = FRAME / 2;
/** Speech below this is not audible: 35 dB below the usual level, about as recordings are analysed. */
const AUDIBLE_RMS = SPEECH_RMS * 10 ** (-35 / 20);
/** The lowest level of speech in the analysis of recordings: -60 dB below full scale. */
const FLOOR_RMS = FULL_SCALE / 1000;

/** The root mean square of noise that gives this ratio to speech of the usual level. */
export const noiseRms = (snr_db: number): number => SPEECH_RMS * 10 ** (-snr_db / 20);

/**
 * Turns clean speech, or silence, into the sound on the line, frame by frame. Each effect has its own seeded
 * random stream, so that changing one does not affect the others.
 */
export class Effects {
  readonly #noise: Float32Array | null;
  readonly #noiseRms: number;
  readonly #filters: readonly Filter[];
  readonly #telephone: boolean;
  readonly #isLost: () => boolean;
  readonly #gain: number;
  #noiseAt: number;
  /** Filters for the speech alone. */
  readonly #clean: readonly Filter[];
  readonly #audible: number;
  #heard_ms = 0;

  /** @param noise a loop with a root mean square of 1, if there is noise */
  constructor(settings: EffectSettings, noise: Float32Array | null, seed: string) {
    const stream = (name: string): Rng => turnRng(seed, `voice/${name}`, 0);
    const { snr_db, telephone, muffled_hz, loss, gain_db } = settings;
    this.#noise = snr_db === null ? null : noise;
    this.#noiseRms = snr_db === null ? 0 : noiseRms(snr_db);
    this.#noiseAt = Math.floor(stream("noise")() * (noise?.length ?? 1));
    const filters = () => [
      ...(muffled_hz === null ? [] : [lowPass(muffled_hz)]),
      ...(telephone ? [telephoneBand()] : []),
    ];
    this.#filters = filters();
    this.#clean = filters();
    this.#telephone = telephone;
    this.#isLost = loss ? frameLoss(loss, stream("loss")) : () => false;
    this.#gain = 10 ** (gain_db / 20);
    this.#audible = Math.max(AUDIBLE_RMS * this.#gain, FLOOR_RMS);
  }

  /** How much of the last frame there was until the last audible speech, in milliseconds. 0 if none was audible. */
  get heard_ms(): number {
    return this.#heard_ms;
  }

  /** The next frame as the other side hears it. Null is silence. */
  next(speech: Int16Array | null): Int16Array {
    const heard = new Int16Array(FRAME);
    for (let at = 0; at < FRAME; at++) {
      let value = (speech?.[at] ?? 0) + this.#nextNoise();
      for (const filter of this.#filters) value = filter.next(value);
      heard[at] = toSample(value * this.#gain);
    }
    const audible_ms = this.#measure(speech);
    const isLost = this.#isLost();
    this.#heard_ms = isLost ? 0 : audible_ms;
    if (isLost) return new Int16Array(FRAME);
    return this.#telephone ? mulaw.decode(mulaw.encode(heard)) : heard;
  }

  #measure(speech: Int16Array | null): number {
    const filtered = new Float64Array(FRAME);
    for (let at = 0; at < FRAME; at++) {
      let value = speech?.[at] ?? 0;
      for (const filter of this.#clean) value = filter.next(value);
      filtered[at] = value * this.#gain;
    }
    for (let from = FRAME - PART; from >= 0; from -= PART)
      if (rmsOf(filtered.subarray(from, from + PART)) > this.#audible)
        return ((from + PART) / FRAME) * TICK_MS;
    return 0;
  }

  #nextNoise(): number {
    const noise = this.#noise;
    if (!noise) return 0;
    const sample = noise[this.#noiseAt] ?? 0;
    this.#noiseAt = (this.#noiseAt + 1) % noise.length;
    return sample * this.#noiseRms;
  }
}
