import { describe, expect, test } from "vitest";
import type { EffectClass, Effects } from "./effects.ts";
import type { Interval } from "./interval.ts";
import { scoreSelectivity } from "./selectivity.ts";

function spans(...pairs: [number, number][]): Interval[] {
  return pairs.map(([start_ms, end_ms]) => ({ start_ms, end_ms }));
}

function score(name: EffectClass, effects: Interval[], agent: Interval[], directed: Interval[] = []) {
  const all: Effects = { backchannel: [], vocal_tic: [], non_directed: [], [name]: effects };
  return scoreSelectivity(name, all, agent, directed);
}

describe("while the agent speaks", () => {
  test("stopping within 1000 ms of the effect's start is an error, at 1000 ms it is not", () => {
    expect(score("backchannel", spans([4001, 4200]), spans([0, 5000]))).toEqual({
      scored: 1,
      errors: spans([4001, 4200]),
    });
    expect(score("backchannel", spans([4000, 4200]), spans([0, 5000]))).toEqual({ scored: 1, errors: [] });
  });
});

describe("while the agent is silent", () => {
  test("starting within 2000 ms of the effect's end is an error, at 2000 ms it is not", () => {
    expect(score("vocal_tic", spans([1000, 1500]), spans([3499, 4000])).errors).toHaveLength(1);
    expect(score("vocal_tic", spans([1000, 1500]), spans([3500, 4000]))).toEqual({ scored: 1, errors: [] });
    expect(score("non_directed", spans([1000, 1500]), spans([1200, 4000])).errors).toHaveLength(1);
  });

  test("backchannels are not scored", () => {
    expect(score("backchannel", spans([1000, 1500]), spans([1600, 4000]))).toEqual({ scored: 0, errors: [] });
  });

  test("an effect in the midst of speech to the agent is not scored: that speech asks for an answer", () => {
    const found = score("vocal_tic", spans([1000, 1200]), spans([3500, 4000]), spans([500, 3000]));
    expect(found).toEqual({ scored: 0, errors: [] });
  });
});

test("effects are scored one by one", () => {
  // 500 and 6500: the agent talks on. 3000: it stops at 3400. 9000: it starts at 9900.
  const effects = spans([500, 700], [3000, 3200], [6500, 6700], [9000, 9300]);
  const agent = spans([0, 3400], [5000, 8000], [9900, 12_000]);
  expect(score("non_directed", effects, agent)).toEqual({
    scored: 4,
    errors: spans([3000, 3200], [9000, 9300]),
  });
});
