import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { sampleRecording, speechOf, whiteNoise } from "../audio/testing/sample-recordings.ts";
import { mulaw } from "./g711.ts";
import { KeyDetector } from "./key-detector.ts";
import { KEYS_OF_TONES, pressKeys, TONES_OF_COLUMNS, TONES_OF_ROWS } from "./keys.ts";
import { soundOf } from "./marks.ts";
import { noiseLoop } from "./noise.ts";
import { SAMPLE_RATE } from "./pcm.ts";
import { Resampler } from "./resample.ts";

const ALL = [...KEYS_OF_TONES.join("")];
const LEVEL = 3000;

interface Tone {
  readonly ms?: number;
  readonly pause_ms?: number;
  readonly rate?: number;
  /** How much louder the higher tone is. */
  readonly twist_db?: number;
  /** How much higher both tones are than they should be. */
  readonly off?: number;
  readonly level?: number;
}

/** Keys, each after 60 ms of silence. */
function tones(
  keys: string,
  { ms = 100, pause_ms = 100, rate = SAMPLE_RATE, twist_db = 0, off = 0, level = LEVEL }: Tone = {},
): number[] {
  const wave = (hz: number, at: number) => Math.sin((2 * Math.PI * hz * (1 + off) * at) / rate);
  const silence = (ms: number) => new Array<number>(Math.round((ms * rate) / 1000)).fill(0);
  return [
    ...silence(60),
    ...[...keys].flatMap((key) => {
      const row = KEYS_OF_TONES.findIndex((one) => one.includes(key));
      const [low, high] = [
        TONES_OF_ROWS[row] ?? 0,
        TONES_OF_COLUMNS[KEYS_OF_TONES[row]?.indexOf(key) ?? 0] ?? 0,
      ];
      const sound = Array.from(
        { length: Math.round((ms * rate) / 1000) },
        (_, at) => level * (wave(low, at) + 10 ** (twist_db / 20) * wave(high, at)),
      );
      return [...sound, ...silence(pause_ms)];
    }),
  ];
}

/** @param piece how many samples come at a time */
function heardIn(samples: ArrayLike<number>, rate = SAMPLE_RATE, piece = 320): string {
  const detector = new KeyDetector(rate);
  const all = Array.from(samples);
  const heard: string[] = [];
  for (let at = 0; at < all.length; at += piece) heard.push(...detector.push(all.slice(at, at + piece)));
  return heard.join("");
}

const plus = (samples: readonly number[], more: ArrayLike<number>, level: number): number[] =>
  samples.map((sample, at) => sample + level * (more[at % more.length] ?? 0));

const RECORDINGS = resolve(import.meta.dirname, "../../../fixtures/recordings");
/** What people say, at the rate of a line. */
const SPEECH = ["booking", "interrupted", "slow"].map((name) => {
  const [wav, json] = ["wav", "json"].map((end) => readFileSync(`${RECORDINGS}/${name}.${end}`));
  const samples = speechOf([sampleRecording(name, wav as Buffer, String(json))]);
  return Int16Array.from(new Resampler(8000, SAMPLE_RATE).push(samples.map((sample) => sample * 32_768)));
});

describe("a key is heard", () => {
  test.each([8000, 16_000, 24_000, 48_000])(
    "once, whichever it is, at %d Hz, in pieces of any size",
    (rate) => {
      for (const piece of [1, 7, rate / 50, rate])
        expect(heardIn(tones(ALL.join(""), { rate }), rate, piece)).toBe(ALL.join(""));
    },
  );

  test("as this program presses keys itself, also over a telephone", () => {
    const { sound } = pressKeys("1234567890*#");
    expect(heardIn(sound)).toBe("1234567890*#");
    const down = new Resampler(SAMPLE_RATE, 8000).push(sound);
    const coded = mulaw.decode(mulaw.encode(Int16Array.from(down)));
    expect(heardIn(new Resampler(8000, SAMPLE_RATE).push(coded))).toBe("1234567890*#");
  });

  test.each<[string, Tone]>([
    ["for 40 ms", { ms: 40, pause_ms: 45 }],
    ["with one tone 6 dB louder", { twist_db: 6 }],
    ["with the other 6 dB louder", { twist_db: -6 }],
    ["half a percent too high", { off: 0.005 }],
    ["half a percent too low", { off: -0.005 }],
    ["quietly", { level: 400 }],
  ])("%s", (_, tone) => {
    expect(heardIn(tones(ALL.join(""), tone))).toBe(ALL.join(""));
  });

  test("at any moment between two windows", () => {
    for (let ahead = 0; ahead < 320; ahead += 13)
      expect(heardIn([...new Array(ahead).fill(0), ...tones("5", { ms: 42 })])).toBe("5");
  });

  test("twice if it is pressed twice, and once if it is held", () => {
    expect(heardIn(tones("22"))).toBe("22");
    expect(heardIn(tones("22", { ms: 50, pause_ms: 50 }))).toBe("22");
    expect(heardIn(tones("2", { ms: 3000 }))).toBe("2");
    // A lost packet in the middle is not a pause.
    const held = tones("2", { ms: 400 });
    held.fill(0, 0.2 * SAMPLE_RATE, 0.21 * SAMPLE_RATE);
    expect(heardIn(held)).toBe("2");
  });

  test("over noise 15 dB below it", () => {
    const noise = LEVEL * 10 ** (-15 / 20);
    for (const kind of ["office", "cafe", "traffic"] as const)
      expect(heardIn(plus(tones(ALL.join("")), noiseLoop(kind), noise))).toBe(ALL.join(""));
    expect(heardIn(plus(tones(ALL.join("")), whiteNoise(9973, 1), noise * Math.sqrt(3)))).toBe(ALL.join(""));
  });
});

describe("no key is heard", () => {
  test.each(["booking", "interrupted", "slow"])("in the speech of %s.wav, at any speed", (name) => {
    const speech = SPEECH[["booking", "interrupted", "slow"].indexOf(name)] ?? [];
    expect(speech.length / SAMPLE_RATE).toBeGreaterThan(5);
    for (const rate of [12_000, 14_000, 16_000, 18_000, 22_000]) expect(heardIn(speech, rate)).toBe("");
  });

  test("in noise", () => {
    for (const kind of ["office", "talking", "cafe", "traffic"] as const)
      expect(heardIn(plus(new Array(12 * SAMPLE_RATE).fill(0), noiseLoop(kind), LEVEL))).toBe("");
    expect(heardIn(whiteNoise(30 * SAMPLE_RATE, 7).map((sample) => sample * 8000))).toBe("");
  });

  test.each<[string, ArrayLike<number>]>([
    ["one tone of a key", tones("5", { twist_db: 40 })],
    ["the other tone", tones("5", { twist_db: -40 })],
    ["tones of very different levels", tones("5", { twist_db: 12 })],
    ["tones four percent too high", tones("5", { off: 0.04 })],
    ["a tone of 20 ms", tones("5", { ms: 20 })],
    ["a tone that nobody would hear", tones("5", { level: 20 })],
    ["a beep", soundOf("[beep]")],
    ["the end of a recording", soundOf("[end of recording]")],
    ["two keys at once", plus(tones("1"), tones("9"), 1)],
  ])("in %s", (_, sound) => {
    expect(heardIn(sound)).toBe("");
  });
});

test("a minute of tones takes less than a hundredth of its time", () => {
  const minute = tones(ALL.join("").repeat(19));
  expect(processorMs(() => heardIn(minute))).toBeLessThan(600);
});
