import { arg, defineCommand } from "../command.ts";
import { requireWritable } from "../writable.ts";
import { gateOptions, junitTarget } from "./gate-options.ts";
import { waitForCalls } from "./wait-for-calls.ts";

export const command = defineCommand({
  needs: ["get_call_log"],
  about:
    "Waits until calls are evaluated, then exits with 0 if enough verdicts passed, or 9 if not or if the time runs out. " +
    "Only pass_fail metrics pass or fail; if nothing was evaluated, it never passes. With --json: {passed, reason, pass_rate, " +
    "min_pass_rate, counts, calls}.",
  args: { call_id: arg("<call-id...>", "ids printed by `parley evaluate`") },
  options: gateOptions,
  examples: [
    ["parley evaluate wait 8c7d… --min-pass-rate 0.9", "a gate for CI"],
    [
      "parley evaluate wait 8c7d… 51f0… --require-evaluated --junit verdicts.xml",
      "also requires that every metric was evaluated",
    ],
  ],
  async run(context, { call_id, ...input }) {
    await requireWritable(context, junitTarget(input.junit));
    return waitForCalls(context, [...new Set(call_id)], input);
  },
});
