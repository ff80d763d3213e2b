import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversation } from "../../../results/check/conversation.ts";
import { gate } from "./gate.ts";

const conversation = (digital_human_id: number, outcome: string, at = 0): Conversation => ({
  id: `${digital_human_id}.${at}.${outcome}`,
  digital_human_id,
  repetition: at + 1,
  status: outcome === "incompleted" ? "INCOMPLETED" : "COMPLETED",
  end_reason: "goal_reached",
  outcome,
});

const options = (min_pass_rate: number) => ({
  criteria: { metrics: undefined, limits: [] },
  min_pass_rate,
  nameOf: (id: number) => `caller ${id}`,
});

const judge = (min_pass_rate: number, ...runs: Conversation[][]) =>
  gate(
    runs.map((conversations, index) => ({ simulation_run_id: 900 + index, conversations })),
    options(min_pass_rate),
  );

const outcome = fc.constantFrom("passed", "failed", "incompleted");
const conversations = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3 }), outcome), { maxLength: 8 })
  .map((drawn) => drawn.map(([id, what], at) => conversation(id, what, at)));
const rate = fc.double({ min: 0, max: 1, noNaN: true });

describe("the gate", () => {
  test("is never passed by anything that a failing digital human is added to", () => {
    fc.assert(
      fc.property(conversations, rate, (made, min) => {
        const more = [...made, conversation(9, "failed")];
        return min === 0 || judge(min, more).verdict === "not_passed";
      }),
    );
  });

  test("is never passed by a digital human that nothing is known of, whatever rate is asked for", () => {
    fc.assert(
      fc.property(conversations, rate, (made, min) => {
        return judge(min, [...made, conversation(9, "incompleted")]).verdict === "not_passed";
      }),
    );
  });

  test("says of a test that failed once that it failed, whatever later runs say", () => {
    fc.assert(
      fc.property(
        fc.array(outcome, { maxLength: 4 }),
        fc.array(outcome, { maxLength: 4 }),
        (before, after) => {
          const runs = [...before, "failed", ...after].map((what) => [conversation(1, what)]);
          expect(judge(1, ...runs).tests).toMatchObject([
            { standing: "failed", attempts: runs.map(() => ({})) },
          ]);
        },
      ),
    );
  });

  test("says of a conversation that was not judged what it met, and blames nobody for the rest", () => {
    const verdict = (name: string, value: boolean | null, status = "EVALUATED") => ({
      name,
      value,
      status,
      response_type: "pass_fail",
      requested_by: ["prompt"],
    });
    const verdicts = [
      verdict("Policy: kept", true),
      verdict("Policy: broken", false),
      verdict("Policy: idle", null, "NOT_APPLICABLE"),
      verdict("Policy: open", null, "NOT_EVALUATED"),
    ];
    const judged = judge(1, [
      { ...conversation(1, "incompleted"), criteria: null, evaluation: { verdicts } },
    ]);
    expect(judged.verdict).toBe("not_passed");
    const shown = judged.cells.map(({ criterion, passed, failed, not_evaluated }) => [
      ...[criterion, passed, failed, not_evaluated],
    ]);
    expect(shown.toSorted()).toEqual([
      ["Policy: broken", 0, 0, 1],
      ["Policy: idle", 0, 0, 0],
      ["Policy: kept", 1, 0, 0],
      ["Policy: open", 0, 0, 1],
      ["outcome", 0, 0, 1],
    ]);
  });

  test("numbers the runs of a digital human where the service does not", () => {
    const bare = ["a", "b"].map((id) => ({ ...conversation(1, "passed"), id, repetition: undefined }));
    expect(judge(1, bare).tests.map(({ repetition }) => repetition)).toEqual([1, 2]);
  });
});
