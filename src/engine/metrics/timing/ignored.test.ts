import { expect, test } from "vitest";
import { scoreIgnored } from "./ignored.ts";
import type { Interval } from "./interval.ts";

function spans(...pairs: [number, number][]): Interval[] {
  return pairs.map(([start_ms, end_ms]) => ({ start_ms, end_ms }));
}

function score(vocal_tic: Interval[], agent: Interval[], directed: Interval[] = []) {
  return scoreIgnored("vocal_tic", { backchannel: [], vocal_tic, non_directed: [] }, agent, directed);
}

test("while the agent speaks, stopping sooner than 1000 ms after the effect's start is an error", () => {
  expect(score(spans([4001, 4200]), spans([0, 5000]))).toEqual({ scored: 1, errors: spans([4001, 4200]) });
  expect(score(spans([4000, 4200]), spans([0, 5000]))).toEqual({ scored: 1, errors: [] });
});

test("while the agent is silent, starting within 2000 ms of the effect's end is an error", () => {
  expect(score(spans([1000, 1500]), spans([3500, 4000])).errors).toHaveLength(1);
  expect(score(spans([1000, 1500]), spans([3501, 4000]))).toEqual({ scored: 1, errors: [] });
  expect(score(spans([1000, 1500]), spans([1200, 4000])).errors).toHaveLength(1);
});

test("an effect in the midst of speech to the agent is not scored: that speech asks for an answer", () => {
  expect(score(spans([1000, 1200]), spans([3500, 4000]), spans([500, 3000]))).toEqual({
    scored: 0,
    errors: [],
  });
});

test("effects are scored one by one", () => {
  // 500 and 6500: the agent continues. 3000: it stops at 3400. 9000: it starts at 9900.
  const effects = spans([500, 700], [3000, 3200], [6500, 6700], [9000, 9300]);
  expect(score(effects, spans([0, 3400], [5000, 8000], [9900, 12_000]))).toEqual({
    scored: 4,
    errors: spans([3000, 3200], [9000, 9300]),
  });
});
