import { describe, expect, test } from "vitest";
import type { Interval } from "./interval.ts";
import { findResponses } from "./responses.ts";

function spans(...pairs: [number, number][]): Interval[] {
  return pairs.map(([start_ms, end_ms]) => ({ start_ms, end_ms }));
}

describe("findResponses", () => {
  test("an answer reaches from the end of the user to the start of the agent", () => {
    const responses = findResponses(spans([1500, 2000]), spans([0, 1000]));
    expect(responses).toEqual({ answered: spans([1000, 1500]), unanswered: [], final_unanswered: null });
  });

  test("a user who speaks again before the agent was not answered", () => {
    const responses = findResponses(spans([5000, 6000]), spans([0, 1000], [3000, 4000]));
    expect(responses.answered).toEqual(spans([4000, 5000]));
    expect(responses.unanswered).toEqual(spans([0, 1000]));
  });

  test("agent and user starting together after a pause counts as an answer", () => {
    const responses = findResponses(spans([3000, 3500]), spans([0, 1000], [3000, 4000]));
    expect(responses.answered).toEqual(spans([1000, 3000]));
  });

  test("a turn that ends while the agent speaks does not count", () => {
    const responses = findResponses(spans([500, 2000]), spans([0, 1000]));
    expect(responses).toEqual({ answered: [], unanswered: [], final_unanswered: null });
  });

  test("an agent that starts at the very end answers in 0 ms, one that stops there is silent", () => {
    expect(findResponses(spans([1000, 2000]), spans([0, 1000])).answered).toEqual(spans([1000, 1000]));
    expect(findResponses(spans([500, 1000], [1200, 1300]), spans([0, 1000])).answered).toEqual(
      spans([1000, 1200]),
    );
  });

  test("the last turn without an answer counts as neither answered nor unanswered", () => {
    const responses = findResponses(spans([0, 500]), spans([600, 1000]));
    expect(responses).toEqual({
      answered: [],
      unanswered: [],
      final_unanswered: { start_ms: 600, end_ms: 1000 },
    });
  });
});
