import { arg, defineCommand, type Result } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { changeEvery, oneOrRows } from "../shared/change-every.ts";

export const command = defineCommand({
  needs: ["delete_simulation_run"],
  about:
    "Deletes runs with all their conversations. A run that is in progress cannot be deleted: exit code 6. If you " +
    "name several, the others are still deleted, and the exit code is 8.",
  args: { ids: arg("<run-id...>", "runs, from `parley sim runs`", integerFrom(1)) },
  examples: [["parley sim delete-run 900 --yes", "deletes a run without asking"]],
  view: { kind: "record" },
  async run(context, { ids }): Promise<Result> {
    await context.confirm(
      ids.length === 1
        ? `Delete run ${ids[0]} with its conversations?`
        : `Delete ${ids.length} runs with their conversations?`,
    );
    const deleted = await changeEvery(
      context,
      "delete_simulation_run",
      ids,
      (id) => ({ params: { simulation_run_id: Number(id) } }),
      { things: "runs", done: "deleted" },
    );
    return oneOrRows(deleted, ["deleted_simulation_run_id", "message"]);
  },
});
