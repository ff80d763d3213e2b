import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JudgedMetric } from "./metric.ts";
import { type CastVote, combineVotes } from "./votes.ts";

const said = { evidence: [], reasoning: "" };
const value = (given: unknown): CastVote => ({ status: "EVALUATED", value: given, ...said });
const unsure: CastVote = { status: "NOT_EVALUATED", reason: "insufficient_evidence", ...said };
const outside: CastVote = { status: "NOT_APPLICABLE", ...said };
const failed: CastVote = { status: "ERROR", reason: "model_error", message: "503" };

const metric = (response_type: JudgedMetric["response_type"]): JudgedMetric => ({ name: "m", response_type });
const passFail = metric("pass_fail");
const decided = (votes: readonly CastVote[], of = passFail) => {
  const { speaks: _, ...decision } = combineVotes(votes, of);
  return decision;
};

describe("combineVotes", () => {
  it.each([
    [
      "a single vote has no agreement",
      [value(false)],
      { status: "EVALUATED", value: false, agreement: null },
    ],
    [
      "2 of 3",
      [value(true), value(false), value(true)],
      { status: "EVALUATED", value: true, agreement: 2 / 3 },
    ],
    [
      "not applicable",
      [outside, outside, value(true)],
      { status: "NOT_APPLICABLE", value: null, agreement: 2 / 3 },
    ],
    [
      "most see too little",
      [unsure, value(true), unsure],
      { status: "NOT_EVALUATED", reason: "insufficient_evidence", value: null, agreement: 2 / 3 },
    ],
    // 2 of 3 asked, although 2 of 2 that answered.
    [
      "one failed",
      [value(true), failed, value(true)],
      { status: "EVALUATED", value: true, agreement: 2 / 3 },
    ],
  ])("decides: %s", (_, votes, expected) => {
    expect(decided(votes)).toEqual(expected);
  });

  it.each([
    ["a tie", [value(true), value(false)], 1 / 2],
    ["no majority of all that were asked", [value(true), failed, value(false)], 1 / 3],
    ["2 of 5", [value("a"), value("a"), value("b"), value("b"), value("c")], 2 / 5],
  ])("%s gives no verdict", (_, votes, agreement) => {
    expect(decided(votes)).toEqual({
      status: "NOT_EVALUATED",
      reason: "insufficient_agreement",
      value: null,
      agreement,
    });
  });

  it("is an error where half of the votes failed", () => {
    expect(decided([value(true), failed])).toEqual({
      status: "ERROR",
      reason: "model_error",
      message: "503",
      value: null,
      agreement: 1 / 2,
    });
  });

  it.each([
    // In order 1 3 5; the one in the middle was given once.
    [[1, 5, 3], 3, 1 / 3],
    // In order 2 2 4.
    [[2, 4, 2], 2, 2 / 3],
    // In order 2 4 6 8: the lower of the middle two.
    [[8, 2, 6, 4], 4, 1 / 4],
  ])("gives the median of the numbers %j", (numbers, median, agreement) => {
    expect(decided(numbers.map(value), metric("quantitative"))).toEqual({
      status: "EVALUATED",
      value: median,
      agreement,
    });
  });

  it("compares objects by their content", () => {
    const votes = [value({ a: 1, b: [2] }), value({ b: [2], a: 1 }), value({ a: 2 })];
    expect(decided(votes, metric("json"))).toMatchObject({ status: "EVALUATED", agreement: 2 / 3 });
  });

  it("never gives a value for which not more than half voted", () => {
    const vote = fc.constantFrom(value(true), value(false), unsure, outside, failed);
    fc.assert(
      fc.property(fc.array(vote, { minLength: 1, maxLength: 7 }), (votes) => {
        const { status, value: given } = combineVotes(votes, passFail);
        const same = votes.filter((vote) => vote.status === "EVALUATED" && vote.value === given);
        expect(status === "EVALUATED").toBe(same.length * 2 > votes.length);
      }),
    );
  });
});
