import { isObject } from "../../../contract/is-object.ts";
import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["check_queued_run"],
  args: { run_id: arg("<run-id>", "a run, from `parley sim runs`", integerFrom(1)) },
  examples: [["parley sim queue 900", "progress of run 900"]],
  view: { kind: "record" },
  async run(context, { run_id }) {
    const answer: unknown = await context.read("check_queued_run", { params: { simulation_run_id: run_id } });
    if (isObject(answer)) return { data: answer };
    // The hosted API publishes the operation without a shape for what it answers.
    const hint =
      "`parley sim runs <simulation-id>` has the run's counts, and `parley sim results` its conversations";
    return { data: { simulation_run_id: run_id, answer: answer ?? null }, hint };
  },
});
