import { describe, expect, test } from "vitest";
import { ChannelMeter } from "./channel-meter.ts";

function measure(rate: number, ...blocks: number[][]) {
  const meter = new ChannelMeter(rate);
  for (const block of blocks) meter.add(Float32Array.from(block));
  const sums = meter.sums();
  return {
    ...sums,
    frame_powers: Array.from({ length: sums.frame_powers.length }, (_, at) => sums.frame_powers.at(at)),
  };
}

describe("ChannelMeter", () => {
  test("gives the mean square of every whole frame of 10 ms", () => {
    // At 4000 Hz a frame has 40 samples: 0.5 and -0.5 in turn, then 0.25 and -0.25, then 10 samples too few.
    const half = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 0.5 : -0.5));
    const quarter = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 0.25 : -0.25));
    const rest = [1, -1, 1, -1, 1, -1, 1, -1, 1, -1];
    const sums = measure(4000, half, quarter, rest);
    expect(sums.frame_powers).toEqual([0.25, 0.0625]);
    expect(sums.samples).toBe(90);
    expect(sums.power).toBeCloseTo((40 * 0.25 + 40 * 0.0625 + 10) / 90, 12);
    expect(sums.peak).toBe(1);
  });

  test("it does not matter how the samples are cut", () => {
    const samples = Array.from({ length: 1000 }, (_, at) => ((at * 37) % 101) / 128);
    const whole = measure(8000, samples);
    const cut = measure(8000, samples.slice(0, 3), samples.slice(3, 555), samples.slice(555));
    expect(cut.frame_powers.length).toBe(12);
    cut.frame_powers.forEach((power, frame) => {
      expect(power).toBeCloseTo(whole.frame_powers[frame] ?? Number.NaN, 12);
    });
  });

  test("frames do not drift where the rate is not a multiple of 100 Hz", () => {
    // 1 s at 11025 Hz is 100 frames of 110 or 111 samples.
    const second = Array.from({ length: 11_025 }, (_, at) => (at % 2 === 0 ? 0.5 : -0.5));
    const { frame_powers } = measure(11_025, second);
    expect(frame_powers).toHaveLength(100);
    for (const power of frame_powers) expect(power).toBeCloseTo(0.25, 4);
  });

  test("a constant offset is reported and affects no level", () => {
    const tone = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? 0.25 : -0.25));
    const plain = measure(4000, tone);
    const shifted = measure(
      4000,
      tone.map((sample) => sample + 0.125),
    );
    expect(shifted).toEqual({ ...plain, dc_offset: 0.125 });
  });

  test("counts clipped samples of either sign from 32760 of 32768 on", () => {
    const at = (value: number) => value / 32_768;
    expect(measure(8000, [at(32_759), at(32_760), at(-32_760), at(-32_759), 1, -1]).clipped).toBe(4);
  });

  test("a frame of one value is digital silence, whatever the value", () => {
    const silent = new Array<number>(40).fill(0);
    const offset = new Array<number>(40).fill(8 / 32_768);
    const quiet = Array.from({ length: 40 }, (_, at) => (at === 0 ? 1 / 32_768 : 0));
    expect(measure(4000, silent, offset, quiet).digitally_silent_frames).toBe(2);
  });
});
