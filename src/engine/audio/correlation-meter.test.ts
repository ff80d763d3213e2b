import { expect, test } from "vitest";
import { CorrelationMeter, isCopiedMono } from "./correlation-meter.ts";

function correlation(left: number[], right: number[]): number | null {
  const meter = new CorrelationMeter();
  const half = Math.floor(left.length / 2);
  meter.add(Float32Array.from(left.slice(0, half)), Float32Array.from(right.slice(0, half)));
  meter.add(Float32Array.from(left.slice(half)), Float32Array.from(right.slice(half)));
  return meter.correlation();
}

test("copies correlate by 1 at any volume and offset, inversions by -1", () => {
  expect(correlation([0.5, -0.5, 0.25, 0], [0.25, -0.25, 0.125, 0])).toBeCloseTo(1, 12);
  expect(correlation([0.5, -0.5, 0.25, 0], [-0.5, 0.5, -0.25, 0])).toBeCloseTo(-1, 12);
  expect(correlation([0.5, 0, 0.25], [0.75, 0.25, 0.5])).toBeCloseTo(1, 12);
});

test("a value worked out by hand", () => {
  // Means 0.5 and 0.25. Deviations: (-.5, 0, .5) and (.25, -.25, 0).
  // Covariance -0.125, variances 0.5 and 0.125: -0.125 / 0.25.
  expect(correlation([0, 0.5, 1], [0.5, 0, 0.25])).toBeCloseTo(-0.5, 12);
});

test("a constant channel has none", () => {
  expect(correlation([0.5, -0.5], [0, 0])).toBeNull();
  expect(new CorrelationMeter().correlation()).toBeNull();
});

test("from 0.98 on, mono was copied", () => {
  expect([isCopiedMono(0.98), isCopiedMono(0.97), isCopiedMono(-1), isCopiedMono(null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
