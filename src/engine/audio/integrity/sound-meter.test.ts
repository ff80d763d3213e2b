import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mulaw } from "../../voice/g711.ts";
import { RecordingAnalyzer } from "../recording-analyzer.ts";
import { noise, silence } from "../testing/signals.ts";
import { wavFile } from "../testing/wav-file.ts";

const RATE = 8000;
const SOUND = noise(4000, RATE, 0.3);

function defectsOf(agent: readonly number[], user: readonly number[] = silence(4000, RATE)) {
  const analyzer = new RecordingAnalyzer();
  analyzer.push(wavFile([agent, user], RATE));
  return analyzer.end().channels.map(({ defects }) => defects);
}

const defectNames = (agent: readonly number[]) => {
  const [defects] = defectsOf(agent);
  const kinds = Object.entries(defects?.places ?? {}).filter(([, { count }]) => count > 0);
  return kinds.map(([kind, { kept }]) => [kind, kept] as const);
};

/** 100 ms from 2 s on, replaced by what `make` says of each sample. */
const changed = (make: (sample: number, at: number) => number, ms = 100) =>
  SOUND.map((sample, at) => (at >= 16_000 && at < 16_000 + (ms * RATE) / 1000 ? make(sample, at) : sample));

test("whole sound has no defects", () => {
  expect(defectNames(SOUND)).toEqual([]);
});

test("a gap is a drop-out", () => {
  expect(defectNames(changed(() => 0))).toEqual([["dropouts", [{ start_ms: 2000, end_ms: 2100 }]]]);
});

test("a gap whose sound stops at once is a drop-out even if it ends in a pause", () => {
  const pausing = (first: number) =>
    SOUND.map((sample, at) => (at < first || at >= 24_000 ? sample : at < 16_800 ? 0 : sample / 25));
  expect(defectNames(pausing(16_000))).toEqual([["dropouts", [{ start_ms: 2000, end_ms: 2100 }]]]);
  const fading = pausing(16_000).map((sample, at) =>
    at >= 15_200 && at < 16_000 ? sample * ((16_000 - at) / 800) ** 2 : sample,
  );
  expect(defectNames(fading)).toEqual([]);
});

test("a frame that is played again is frozen, half a second is a loop", () => {
  expect(defectNames(changed((_, at) => SOUND[at - 160] ?? 0, 20))).toEqual([
    ["frozen", [{ start_ms: 2000, end_ms: 2020 }]],
  ]);
  expect(defectNames(changed((_, at) => SOUND[at - 4000] ?? 0, 500))).toEqual([
    ["loops", [{ start_ms: 2000, end_ms: 2500 }]],
  ]);
});

test("a voice whose periods repeat exactly is not frozen", () => {
  const period = noise(10, RATE, 0.3);
  const vowel = SOUND.map((sample, at) => (at >= 16_000 && at < 16_640 ? (period[at % 80] ?? 0) : sample));
  expect(defectNames(vowel)).toEqual([]);
});

/** Two vowels of 1.2 s, which fade, with a pause between them. */
const REPLIES = Array.from({ length: 5 * RATE }, (_, at) => {
  const within = at % (2 * RATE);
  const fading = Math.min(1, within / 400, Math.max(0, (1.2 * RATE - within) / 1600));
  return 0.3 * fading * Math.sin((2 * Math.PI * 210 * at) / RATE) * (1 + 0.3 * Math.sin(at / 500));
});
const CUT = REPLIES.map((sample, at) => (at >= 20_010 ? 0 : sample));

test("a reply that fades is whole, one that stops within a vowel is cut", () => {
  expect(defectNames(REPLIES)).toEqual([]);
  const [first, ...others] = defectNames(CUT);
  expect([first?.[0], first?.[1].length, others]).toEqual(["cut_replies", 1, []]);
  expect(Math.abs((first?.[1][0]?.start_ms ?? Number.NaN) - 2501)).toBeLessThanOrEqual(5);
});

test("a side that the other one interrupts is not cut", () => {
  const user = [...silence(2300, RATE), ...noise(500, RATE, 0.3), ...silence(2200, RATE)];
  expect(defectsOf(CUT, user)[0]?.places.cut_replies.count).toBe(0);
});

test("a sudden change of loudness is a level jump, a slow one is not", () => {
  const jumpsOf = (gain: (at: number) => number) =>
    defectNames(REPLIES.map((sample, at) => sample * gain(at))).map(([kind, [first, ...others]]) => ({
      kind,
      others,
      off_by: Math.abs((first?.start_ms ?? Number.NaN) - 2600),
    }));
  for (const [before, after] of [
    [1, 0.2],
    [0.2, 1],
  ] as const) {
    const jumps = jumpsOf((at) => (at < 20_800 ? before : after));
    expect(jumps).toMatchObject([{ kind: "level_jumps", others: [] }]);
    expect(jumps[0]?.off_by).toBeLessThanOrEqual(50);
  }
  expect(jumpsOf((at) => 10 ** (-0.7 * (at / 40_000)))).toEqual([]);
});

test("an offset is found within 20 ms", () => {
  const [first] = defectNames(changed((sample) => sample + 0.1, 1000));
  expect(first?.[0]).toBe("dc_offset");
  expect(Math.abs((first?.[1][0]?.start_ms ?? Number.NaN) - 2000)).toBeLessThanOrEqual(20);
});

test("sound that is cut off at full scale is clipped", () => {
  const wave = (gain: number) =>
    changed((_, at) =>
      Math.max(-1, Math.min(1, gain * Math.sin((2 * Math.PI * 300 * at) / RATE + at / 7000))),
    );
  expect(defectNames(wave(0.9)).map(([kind]) => kind)).not.toContain("clipping");
  expect(defectNames(wave(5)).map(([kind]) => kind)).toContain("clipping");
});

test("two samples at full scale are a top of sound that is finer than G.711", () => {
  const wave = (gain: number) =>
    changed((_, at) =>
      Math.max(-1, Math.min(1, gain * Math.sin((2 * Math.PI * 290 * at) / RATE + at / 7000))),
    );
  expect(defectNames(wave(1.02)).map(([kind]) => kind)).toContain("clipping");
  expect(defectNames(wave(1)).map(([kind]) => kind)).not.toContain("clipping");
});

/** What arrives behind a G.711 line. */
const lineOf = (samples: readonly number[]) => {
  const whole = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
  return Array.from(mulaw.decode(mulaw.encode(whole)), (sample) => sample / 32_768);
};

test("a line that is driven too high is clipped, also where no top is long", () => {
  const wave = (gain: number, hertz: number, glide: number) =>
    lineOf(changed((_, at) => gain * Math.sin((2 * Math.PI * hertz * at) / RATE + glide * at ** 2), 400));
  const isClipped = (samples: readonly number[]) =>
    defectNames(samples).some(([kind]) => kind === "clipping");
  expect(isClipped(wave(2, 1100, 1e-6))).toBe(true);
  expect(isClipped(wave(1, 1100, 1e-6))).toBe(false);
  expect(isClipped(wave(1, 2000, 0))).toBe(false);
});

test("an echo of the other side is found with its delay", () => {
  const user = [...SOUND.slice(0, 16_000), ...silence(2000, RATE)];
  const agent = user.map((_, at) => 0.1 * (user[at - 800] ?? 0));
  const [heard, said] = defectsOf(agent, user);
  expect(heard?.echo_delay_ms).toBeCloseTo(100, 0);
  expect(heard?.places.echo.kept).toEqual([{ start_ms: 100, end_ms: 2100 }]);
  expect(said?.places.echo.count).toBe(0);
});

test("a silent side has no defects", () => {
  const user = [...silence(500, RATE), ...SOUND.slice(0, 28_000)];
  const one_way = defectsOf(silence(4000, RATE), user).map(({ places }) => places.one_way.total_ms);
  expect(one_way).toEqual([4000, 0]);
});

test("the recordings of the fixtures, in which an agent is interrupted, have nothing wrong", () => {
  for (const name of ["booking", "interrupted", "slow"]) {
    const analyzer = new RecordingAnalyzer();
    analyzer.push(readFileSync(`fixtures/recordings/${name}.wav`));
    const places = analyzer.end().channels.map(({ defects }) => defects.places);
    expect(places.flatMap((place) => Object.entries(place).filter(([, { count }]) => count > 0))).toEqual([]);
  }
});
