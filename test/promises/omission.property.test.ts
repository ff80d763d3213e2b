/** A run whose criteria are all unevaluated passes no gate. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeCalls } from "../../src/cli/commands/evaluate/shared/gate.ts";
import { judge } from "../../src/cli/commands/sim/shared/gate.ts";
import { gate } from "../../src/cli/release/check/gate.ts";
import { passRate } from "../../src/cli/release/evidence.ts";
import type { Call } from "../../src/cli/render/evaluation/call.ts";
import { isHeldAsFarAsEvaluated } from "../../src/results/check/conversation.ts";

const open = fc.record({
  name: fc.constantFrom("Success criteria", "Expected tool calls", "Goal", "Kindness"),
  response_type: fc.constant("pass_fail"),
  requested_by: fc.constantFrom(["digital_human"], ["agent"]),
  status: fc.constantFrom("NOT_EVALUATED", "ERROR"),
  reason: fc.constantFrom("no_model", "missing_offsets"),
  value: fc.constant(null),
});
const verdicts = fc.array(open, { minLength: 1, maxLength: 5 });
const rate = fc.double({ min: 0, max: 1, noNaN: true });

test("by release check, sim wait, evaluate --wait or a promotion, whatever is allowed", () => {
  fc.assert(
    fc.property(
      fc.array(verdicts, { minLength: 1, maxLength: 4 }),
      rate,
      fc.boolean(),
      (runs, min, allowed) => {
        const names = (of: (typeof runs)[number]) => of.map(({ name }) => name);
        const conversations = runs.map((run, at) => ({
          id: String(at),
          digital_human_id: at,
          status: "INCOMPLETED",
          end_reason: "agent_ended",
          outcome: "incompleted",
          criteria: { held: [], failed: [], unevaluated: names(run), error: [] },
          evaluation: { verdicts: run, metrics: [] },
        }));
        const checked = gate([{ simulation_run_id: 1, conversations }], {
          criteria: { metrics: undefined, limits: [], allow_unevaluated: allowed },
          min_pass_rate: min,
          nameOf: String,
        });
        expect(checked.verdict).toBe("not_passed");

        const held = conversations.filter(isHeldAsFarAsEvaluated).length;
        const total_tests = conversations.length;
        const run = {
          ...{
            id: 1,
            experiment_id: 1,
            created_at: "2026-11-01T12:00:00Z",
            status: "INCOMPLETED",
            summary: "",
          },
          ...{ tests_passed: 0, tests_failed: 0, total_tests, tests_completed: 0 },
          ...{ tests_incompleted: total_tests, curr_step_id: 0, phone_number: "" },
        };
        const waited = judge(
          run,
          {
            tests: [],
            repeated: [],
            held,
            recount: null,
            prompt_evidence: "unknown" as const,
            mismatch: null,
            judged_rates: [],
            outcomes: new Map(),
            suspects: [],
            agent_id: undefined,
          },
          { min_pass_rate: min, allow_unevaluated: allowed },
        );
        expect(waited.passed).toBe(false);

        const count = (status: string) => runs.flat().filter((verdict) => verdict.status === status).length;
        const counts = {
          ...{ passed: 0, failed: 0, evaluated: 0, not_applicable: 0 },
          ...{ not_evaluated: count("NOT_EVALUATED"), error: count("ERROR") },
        };
        const call = { id: "1", status: "COMPLETED", evaluation: { verdicts: runs.flat(), counts } };
        const options = {
          min_pass_rate: min,
          require_evaluated: false,
          allow_unevaluated: allowed,
          max_wait: 1,
        };
        expect(judgeCalls([call as unknown as Call], options).passed).toBe(false);

        expect(() => passRate({ total: total_tests, passed: 0, failed: 0 }, min, "report")).toThrow(
          "nothing was evaluated",
        );
      },
    ),
  );
});
