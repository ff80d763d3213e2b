import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_simulation_run"],
  about:
    "Deletes a run with all its conversations. A run that is in progress cannot be deleted: exit code 6.",
  args: { run_id: arg("<run-id>", "a run, from `parley sim runs`", integerFrom(1)) },
  examples: [["parley sim delete-run 900 --yes", "deletes a run without asking"]],
  view: { kind: "record" },
  async run(context, { run_id }) {
    await context.confirm(`Delete run ${run_id} with its conversations?`);
    return { data: await context.change("delete_simulation_run", { params: { simulation_run_id: run_id } }) };
  },
});
