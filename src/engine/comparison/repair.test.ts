import { expect, test } from "vitest";
import { judgeRepair } from "./repair.ts";

const observed = { at_least: 1, broken: 0 };
const judge = (failed: number, n: number, after: number, of: number, more = {}) =>
  judgeRepair({ before: { failed, n }, after: { failed: after, n: of }, ...observed, ...more });

test("eight failures of eight, and none of eight after: Fisher's exact p is 1 / C(16, 8)", () => {
  const repair = judge(8, 8, 0, 8);
  expect(repair.reason).toBeNull();
  expect(repair.p).toBeCloseTo(1 / 12_870, 12);
  expect(repair.fails_at_most).toBeCloseTo(0.3123, 4);
});

test("a flaky agent that happens not to fail is not repaired", () => {
  expect(judge(2, 8, 0, 8).reason).toContain("which may be chance (p = 0.233)");
  expect(judge(8, 8, 0, 1).reason).toContain("which may be chance");
  expect(judge(8, 8, 0, 0)).toMatchObject({ p: 1, fails_at_most: 1 });
});

test("what did not recur, still fails, or broke something else is refused", () => {
  expect(judge(0, 8, 0, 8).reason).toContain("did not recur before the repair: 0 of 8");
  expect(judge(3, 8, 0, 8, { at_least: 4 }).reason).toContain("3 of 8 conversations failed, but 4 must");
  expect(judge(8, 8, 1, 8).reason).toBe("it still fails in 1 of 8 conversations");
  expect(judge(8, 8, 0, 8, { broken: 1 }).reason).toContain("something else broke: 1 conversation");
});
