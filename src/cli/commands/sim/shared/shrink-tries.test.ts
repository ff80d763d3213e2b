import { expect, test } from "vitest";
import { tryOften } from "./shrink-tries.ts";

const REASON = "Goal: fail when agent says x";
const FAILED = { failed: [REASON], undecided: [], clauses: [] };
const PASSED = { failed: [], undecided: [], clauses: [] };
const OPEN = { failed: [], undecided: ["Goal"], clauses: [] };
const OTHERWISE = { failed: ["Goal: fail when agent says y"], undecided: [], clauses: [] };

test.each([
  ["fails once", [FAILED], 1, 1, { fails: true, failed: 1, conversations: 1, why: null }],
  ["does not fail", [PASSED], 1, 1, { fails: false, failed: 0, conversations: 1, why: null }],
  [
    "fails often enough",
    [PASSED, FAILED, FAILED],
    3,
    2,
    { fails: true, failed: 2, conversations: 3, why: null },
  ],
  ["too seldom, which is certain early", [PASSED, FAILED, PASSED], 3, 2, { fails: false, conversations: 3 }],
  [
    "no verdict",
    [OPEN],
    1,
    1,
    { fails: null, failed: 0, why: expect.stringContaining("1 of 1 did not decide") },
  ],
  ["the same criterion by another clause", [OTHERWISE], 1, 1, { fails: null, failed: 0, conversations: 1 }],
  ["no more conversations", [PASSED], 2, 1, { fails: null, conversations: 1, why: "no more" }],
] as const)("tries of a smaller caller: %s", async (_, standings, repeat, at_least, expected) => {
  const left = [...standings];
  const hold = async () => {
    const reasons = left.shift();
    return reasons ? { reasons } : "no more";
  };
  expect(await tryOften(hold, { reason: REASON, repeat, at_least })).toMatchObject(expected);
});
