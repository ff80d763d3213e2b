import { describe, expect, test } from "vitest";
import { BACKGROUND_NOISES } from "../../contract/values.ts";
import { turnRng } from "../random.ts";
import { Effects, noiseRms } from "./effects.ts";
import { lowPass, telephoneBand } from "./filters.ts";
import { frameLoss } from "./loss.ts";
import { type NoiseKind, noiseLoop } from "./noise.ts";
import { bytesOf, FRAME, levelled, rmsOf, SAMPLE_RATE, SPEECH_RMS, samplesOf } from "./pcm.ts";
import { Resampler, resampled } from "./resample.ts";

const tone = (frequency: number, rate: number, seconds: number, level = 1000) =>
  Float64Array.from(
    { length: rate * seconds },
    (_, at) => level * Math.sin((2 * Math.PI * frequency * at) / rate),
  );
const decibels = (ratio: number) => 20 * Math.log10(ratio);
const middle = (samples: Float64Array) => samples.subarray(samples.length / 4, (3 * samples.length) / 4);

describe("the resampler", () => {
  test.each([
    [24_000, 16_000],
    [16_000, 8_000],
    [8_000, 16_000],
    [22_050, 16_000],
    [44_100, 16_000],
  ])("from %i to %i Hz keeps the band of speech and folds nothing back", (from, to) => {
    const nyquist = Math.min(from, to) / 2;
    for (const frequency of [200, 1000, 3000, nyquist * 0.85]) {
      const heard = resampled(tone(frequency, from, 1), from, to);
      expect(heard.length).toBeGreaterThan(to * 0.99);
      expect(Math.abs(decibels(rmsOf(middle(heard)) / rmsOf(tone(frequency, from, 1))))).toBeLessThan(0.5);
    }
    if (from < to) return;
    const folded = resampled(tone(nyquist * 1.15, from, 1), from, to);
    expect(decibels(rmsOf(middle(folded)) / 707)).toBeLessThan(-45);
  });

  test("pieces of any size give the same samples as the whole", () => {
    const whole = tone(440, 24_000, 0.5);
    const [together, apart] = [new Resampler(24_000, 16_000), new Resampler(24_000, 16_000)];
    const expected = [...together.push(whole), ...together.end()];
    const samples: number[] = [];
    for (let at = 0, size = 1; at < whole.length; at += size, size = (size * 7) % 613)
      samples.push(...apart.push(whole.subarray(at, at + size)));
    samples.push(...apart.end());
    expect(samples).toEqual(expected);
  });
});

describe("filters", () => {
  const gainAt = (filter: { next(sample: number): number }, frequency: number) =>
    decibels(rmsOf(middle(tone(frequency, SAMPLE_RATE, 1).map((sample) => filter.next(sample)))) / 707.1);

  test("the telephone band ends at 300 and 3400 Hz", () => {
    for (const edge of [300, 3400]) expect(gainAt(telephoneBand(), edge)).toBeCloseTo(-3, 0);
    expect(gainAt(telephoneBand(), 1000)).toBeCloseTo(0, 1);
    expect(gainAt(telephoneBand(), 75)).toBeLessThan(-40);
  });

  test("a low pass of order 4 loses 24 dB an octave", () => {
    expect(gainAt(lowPass(1000), 1000)).toBeCloseTo(-3, 1);
    expect(gainAt(lowPass(1000), 2000)).toBeLessThan(-24);
  });
});

const NOISES = BACKGROUND_NOISES.filter((kind): kind is NoiseKind => kind !== "none");
const CLEAN = { snr_db: null, telephone: false, muffled_hz: null, loss: null, gain_db: 0 };

describe("noise", () => {
  const loops = new Map(NOISES.map((kind) => [kind, noiseLoop(kind)]));
  const loopOf = (kind: NoiseKind) => loops.get(kind) ?? noiseLoop(kind);

  test.each(NOISES)("%s lies under speech by the given ratio, within half a decibel", (kind) => {
    const loop = loopOf(kind);
    for (const snr_db of [0, 15, 25]) {
      const effects = new Effects({ ...CLEAN, snr_db }, loop, `seed-${kind}`);
      const heard = new Int16Array(600 * FRAME);
      for (let frame = 0; frame < 600; frame++) heard.set(effects.next(null), frame * FRAME);
      expect(Math.abs(decibels(SPEECH_RMS / rmsOf(heard)) - snr_db)).toBeLessThan(0.5);
    }
  });

  test("each kind sounds different", () => {
    const bands = [150, 500, 1200, 2500, 4000];
    const profile = (kind: NoiseKind) => {
      const loop = loopOf(kind);
      return bands.map((frequency) => {
        const filter = lowPass(frequency);
        return Math.round(decibels(rmsOf(loop.map((sample) => filter.next(sample)))));
      });
    };
    expect(new Set(NOISES.map((kind) => profile(kind).join())).size).toBe(NOISES.length);
  });

  test("a changed loss leaves the noise as it is", () => {
    const loop = loopOf("cafe");
    const settings = { ...CLEAN, snr_db: 15 };
    const quiet = new Effects(settings, loop, "seed");
    const lossy = new Effects({ ...settings, loss: { rate: 0.1, burst: 5 } }, loop, "seed");
    let lost = 0;
    for (let frame = 0; frame < 500; frame++) {
      const [one, other] = [quiet.next(null), lossy.next(null)];
      if (other.every((sample) => sample === 0)) lost++;
      else expect(Buffer.from(other.buffer).equals(Buffer.from(one.buffer))).toBe(true);
    }
    expect(lost).toBeGreaterThan(0);
  });

  test("the same seed gives the same samples, another seed others", () => {
    const loop = loopOf("park");
    const take = (seed: string) => [
      ...new Effects({ ...CLEAN, snr_db: 10, telephone: true }, loop, seed).next(null),
    ];
    expect(take("a")).toEqual(take("a"));
    expect(take("a")).not.toEqual(take("b"));
  });

  test("the level of noise is that of speech less the ratio", () => {
    expect(decibels(SPEECH_RMS / noiseRms(15))).toBeCloseTo(15);
  });
});

describe("loss", () => {
  const FRAMES = 1_000_000;
  const BURST = 5;

  test.each([0.01, 0.02, 0.05])("the rate %d is within its interval of 0.99", (rate) => {
    const isLost = frameLoss({ rate, burst: BURST }, turnRng("loss", String(rate), 0));
    const share = Array.from({ length: FRAMES }, isLost).filter(Boolean).length / FRAMES;
    // Losses come in bursts, so the variance of their number is larger than for independent ones.
    const bad = rate / 0.2;
    const persistence = 1 - 1 / BURST - ((1 / BURST) * rate) / (0.2 - rate);
    const correlation = (0.2 ** 2 * bad * (1 - bad)) / (rate * (1 - rate));
    const inflation = 1 + (2 * correlation * persistence) / (1 - persistence);
    expect(Math.abs(share - rate)).toBeLessThan(2.576 * Math.sqrt((rate * (1 - rate) * inflation) / FRAMES));
  });

  test("bursts have the given length, within a tenth", () => {
    const rate = 0.1;
    const isLost = frameLoss({ rate, burst: BURST }, turnRng("burst", "", 0));
    const lost = Array.from({ length: FRAMES }, isLost);
    // The chance of a further loss decreases by the same factor each frame, which shows how fast the state
    // changes.
    const excess = (distance: number) =>
      lost.filter((value, at) => value && lost[at + distance]).length / lost.filter(Boolean).length - rate;
    const burst_length = (1 + rate / (0.2 - rate)) / (1 - excess(2) / excess(1));
    expect(Math.abs(burst_length - BURST) / BURST).toBeLessThan(0.1);
  });
});

test("levelled speech begins with its first sound and has the usual level", () => {
  const voice = tone(300, SAMPLE_RATE, 0.5, 700);
  const padded = new Int16Array(SAMPLE_RATE);
  padded.set(voice, 4000);
  const speech = levelled(padded);
  expect(Math.abs(speech.length - voice.length)).toBeLessThan(FRAME);
  expect(Math.abs(decibels(rmsOf(speech) / SPEECH_RMS))).toBeLessThan(0.5);
  expect(levelled(new Int16Array(1000))).toHaveLength(0);
});

test("bytes on a line become samples and bytes again, wherever they lie in memory", () => {
  const samples = Int16Array.of(0, 1, -1, 32_767, -32_768, 258);
  const bytes = Buffer.from([9, 0, 0, 1, 0, 255, 255, 255, 127, 0, 128, 2, 1, 7]);
  expect(samplesOf(bytes.subarray(1))).toEqual(samples);
  expect([...bytesOf(samples)]).toEqual([...bytes.subarray(1, 13)]);
  expect([...bytesOf(samples.subarray(1, 2))]).toEqual([1, 0]);
});
