import { expect, test } from "vitest";
import { compareRuns, summaryOf } from "./compare-runs.ts";

const run = (...outcomes: (string | null)[]) =>
  outcomes.map((outcome, at) => ({ digital_human_id: 501 + at, repetition: 1, outcome }));

test("sorts every conversation by its outcome", () => {
  const compared = compareRuns(
    run("failed", "passed", "failed", "passed", "incompleted", "passed"),
    run("passed", "failed", "failed", "passed", "passed"),
  );
  expect(compared).toEqual({
    fixed: [{ digital_human_id: 501, repetition: 1 }],
    broken: [{ digital_human_id: 502, repetition: 1 }],
    still_failing: [{ digital_human_id: 503, repetition: 1 }],
    still_passing: [{ digital_human_id: 504, repetition: 1 }],
    not_compared: [
      { digital_human_id: 505, repetition: 1, before: "incompleted", after: "passed" },
      { digital_human_id: 506, repetition: 1, before: "passed", after: null },
    ],
    p: 1,
    significant: false,
  });
  expect(summaryOf(compared)).toBe(
    "1 fixed, 1 broken, 1 still failing, 1 still passing, 2 not compared; p = 1: no difference was shown",
  );
});

test("a difference that chance explains badly is significant", () => {
  const six = Array.from({ length: 6 }, () => "failed");
  const better = compareRuns(run(...six), run(...six.map(() => "passed")));
  // 2 · 1/2^6
  expect(better).toMatchObject({ p: expect.closeTo(0.03125, 12), significant: true });
  expect(summaryOf(better)).toMatch(/p = 0.03125: better$/);
  expect(summaryOf(compareRuns(run(...six.map(() => "passed")), run(...six)))).toMatch(/: worse$/);
});

test("without verdicts nothing is compared, which is not a pass", () => {
  const compared = compareRuns(run("incompleted"), run(null));
  expect(compared).toMatchObject({ p: null, significant: false });
  expect(summaryOf(compared)).toMatch(/1 not compared; nothing could be compared$/);
});

test("each repetition of a digital human is compared with the same repetition of the other run", () => {
  const of = (...outcomes: string[]) =>
    outcomes.map((outcome, at) => ({ digital_human_id: 501, repetition: at + 1, outcome }));
  expect(compareRuns(of("passed", "failed"), of("failed", "passed"))).toMatchObject({
    fixed: [{ digital_human_id: 501, repetition: 2 }],
    broken: [{ digital_human_id: 501, repetition: 1 }],
  });
});
