import { arg, defineCommand, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { gateOnRun, readGate, verdictView } from "./shared/gate-on-run.ts";
import { gateOptions } from "./shared/gate-options.ts";
import { pollOption } from "./shared/poll-option.ts";

export const command = defineCommand({
  about:
    "Waits until a run is over, then exits with 0 if enough of its tests passed, or 9 if not or if the time runs " +
    "out. If several runs are in progress, choose one with --run. If the simulation has no run yet, it waits for one. A run in which nothing was evaluated never " +
    "passes, nor does an inconclusive test: one with a criterion that was not evaluated. With --json: {passed, reason, " +
    "pass_rate, min_pass_rate, allow_unevaluated, run, not_passed, repeated, judged_rates}.",
  args: { simulation_id: arg("<simulation-id>", "a simulation") },
  options: {
    run_id: option(
      "--run <id>",
      "the run to wait for (default: the one in progress, or else the newest)",
      integerFrom(1),
    ),
    ...gateOptions,
    poll: pollOption,
  },
  examples: [
    ["parley sim wait 7", "every test of the run must pass"],
    ["parley sim wait 7 --run 900 --min-pass-rate 0.9 --max-wait 600", "a CI gate"],
    [
      'parley sim wait 7 --require-calibration "kappa.lower>=0.5"',
      "count only verdicts of a judge that is calibrated this well",
    ],
    ["parley sim wait 7 --report html=run.html", "writes a page with every conversation, failures first"],
  ],
  view: verdictView,
  async run(context, { simulation_id, run_id, poll, ...input }) {
    return gateOnRun(context, { simulation_id, run_id, poll }, await readGate(context, input));
  },
});
