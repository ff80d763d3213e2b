/** Background noise, synthesized from filtered noise. It uses no recordings of people. */
import type { BACKGROUND_NOISES } from "../../contract/values.ts";
import { type Rng, turnRng } from "../random.ts";
import { bandPass, type Filter, lowPass } from "./filters.ts";
import { rmsOf, SAMPLE_RATE } from "./pcm.ts";

export type NoiseKind = Exclude<(typeof BACKGROUND_NOISES)[number], "none">;

/** Synthesized noise, or a file of the user's own. */
export type Noise = NoiseKind | { readonly file: string };

/** Length of the loop. It is long enough that a listener does not notice the repetition. */
const LOOP_S = 12;

/** One source of sound, sample by sample. `second` is the time in the loop. */
type Source = (second: number) => number;

/**
 * A loop of background noise with a root mean square of 1. The loop is always the same. The call's seed
 * decides where a call begins in it. This takes about 50 ms, so call it in a thread.
 */
export function noiseLoop(kind: NoiseKind): Float32Array {
  const rng = turnRng("noise", kind, 0);
  const sources = SOURCES[kind](rng);
  const loop = new Float32Array(LOOP_S * SAMPLE_RATE);
  for (let at = 0; at < loop.length; at++) {
    let sum = 0;
    for (const source of sources) sum += source(at / SAMPLE_RATE);
    loop[at] = sum;
  }
  return evened(loop);
}

/** A longer recording of noise is cut to this length. */
const RECORDED_MAXIMUM = 120 * SAMPLE_RATE;

/** A recording of noise as a loop with a root mean square of 1. Undefined if it is silent. */
export function recordedLoop(samples: Float64Array): Float32Array | undefined {
  const loop = Float32Array.from(samples.subarray(0, RECORDED_MAXIMUM));
  return rmsOf(loop) < 1 ? undefined : evened(loop);
}

function evened(loop: Float32Array): Float32Array {
  const rms = rmsOf(loop);
  return loop.map((sample) => sample / rms);
}

const SOURCES: Readonly<Record<NoiseKind, (rng: Rng) => readonly Source[]>> = {
  office: (rng) => [
    hiss(rng, lowPass(500), 3),
    hum(50, 0.02),
    ...talkers(rng, 2, 0.5),
    ...clicks(rng, 40, 2500, 0.8),
  ],
  talking: (rng) => talkers(rng, 6, 1),
  traffic: (rng) => [
    swelling(rng, hiss(rng, lowPass(220), 8), 4),
    swelling(rng, hiss(rng, lowPass(900), 1.5), 3),
    horn(5.2, 420, 0.15),
  ],
  cafe: (rng) => [...talkers(rng, 8, 0.8), hiss(rng, lowPass(1500), 0.6), ...clicks(rng, 14, 4200, 1.6)],
  park: (rng) => [
    swelling(rng, hiss(rng, lowPass(350), 4), 3),
    chirps(rng, 9, 0.25),
    ...talkers(rng, 1, 0.2),
  ],
  tv: (rng) => [...talkers(rng, 1, 1.2), music(rng, 0.12), hiss(rng, lowPass(3000), 0.15)],
  noisy_restaurant: (rng) => [
    ...talkers(rng, 12, 0.9),
    hiss(rng, lowPass(1200), 1),
    ...clicks(rng, 45, 3600, 2.2),
    music(rng, 0.06),
  ],
  hospital: (rng) => [
    hiss(rng, lowPass(300), 3),
    ...talkers(rng, 3, 0.4),
    ...clicks(rng, 10, 1800, 0.6),
    monitor(880, 0.12),
  ],
};

const white = (rng: Rng) => rng() * 2 - 1;

const hiss =
  (rng: Rng, filter: Filter, gain: number): Source =>
  () =>
    filter.next(white(rng)) * gain;

const hum =
  (frequency: number, gain: number): Source =>
  (second) =>
    gain * (Math.sin(2 * Math.PI * frequency * second) + 0.5 * Math.sin(4 * Math.PI * frequency * second));

/** A source that swells and fades, a whole number of times per loop. */
function swelling(rng: Rng, source: Source, waves: number): Source {
  const phase = rng() * 2 * Math.PI;
  return (second) => source(second) * (0.6 + 0.4 * Math.sin((2 * Math.PI * waves * second) / LOOP_S + phase));
}

/** Voices without words: noise in the bands of vowels, in syllables, with pauses. */
function talkers(rng: Rng, count: number, gain: number): Source[] {
  return Array.from({ length: count }, () => {
    const formants = [450 + rng() * 350, 1100 + rng() * 900, 2300 + rng() * 600];
    const filters = formants.map((frequency) => bandPass(frequency, 5));
    const syllables = 3 + rng() * 2;
    const phase = rng() * 10;
    const pause = 0.15 + rng() * 0.2;
    return (second: number) => {
      const sound = white(rng);
      const voice = filters.reduce((sum, filter, at) => sum + filter.next(sound) / (at + 1), 0);
      const at = second * syllables + phase;
      const syllable = Math.max(0, Math.sin(Math.PI * (at % 1)));
      const speaks = Math.sin((2 * Math.PI * at) / 9) > -1 + 2 * pause ? 1 : 0.05;
      return gain * voice * syllable * speaks;
    };
  });
}

/** Short sounds at random times: keys, cups. */
function clicks(rng: Rng, count: number, frequency: number, gain: number): Source[] {
  const times = Array.from({ length: count }, () => rng() * LOOP_S).sort((a, b) => a - b);
  const filter = bandPass(frequency, 12);
  let next = 0;
  let left = 0;
  return [
    (second) => {
      if (second >= (times[next] ?? Number.POSITIVE_INFINITY)) {
        next++;
        left = 80;
      }
      const excited = left > 0 ? white(rng) : 0;
      left--;
      return gain * filter.next(excited) * 4;
    },
  ];
}

const horn =
  (from: number, frequency: number, gain: number): Source =>
  (second) =>
    second < from || second > from + 0.5
      ? 0
      : gain * (Math.sin(2 * Math.PI * frequency * second) + Math.sin(2.5 * Math.PI * frequency * second));

/** The short tone of a heart monitor, once a second. */
const monitor =
  (frequency: number, gain: number): Source =>
  (second) =>
    second % 1 < 0.09 ? gain * Math.sin(2 * Math.PI * frequency * second) : 0;

function chirps(rng: Rng, count: number, gain: number): Source {
  const times = Array.from({ length: count }, () => rng() * (LOOP_S - 0.3));
  return (second) => {
    const begun = times.find((time) => second >= time && second < time + 0.18);
    if (begun === undefined) return 0;
    const within = second - begun;
    return (
      gain * Math.sin((Math.PI * within) / 0.18) * Math.sin(2 * Math.PI * (2600 + 4000 * within) * within)
    );
  };
}

/** Slow chords. */
function music(rng: Rng, gain: number): Source {
  const roots = Array.from({ length: 6 }, () => 110 * 2 ** (Math.floor(rng() * 8) / 12));
  return (second) => {
    const root = roots[Math.floor((second * roots.length) / LOOP_S) % roots.length] ?? 110;
    return [1, 1.25, 1.5, 2].reduce(
      (sum, part) => sum + gain * Math.sin(2 * Math.PI * root * part * second),
      0,
    );
  };
}
