import { arg, defineCommand, type Result } from "../command.ts";
import { changeEvery, oneOrRows } from "../shared/change-every.ts";

export const command = defineCommand({
  needs: ["delete_simulation_result"],
  about:
    "Deletes conversations and takes them out of the counts of their runs. A conversation that is in progress or " +
    "being evaluated cannot be deleted: exit code 6. If you name several, the others are still deleted, and the " +
    "exit code is 8.",
  args: { ids: arg("<result-id...>", "conversations, from `parley sim results`") },
  examples: [["parley sim delete-result 12 --yes", "deletes a conversation without asking"]],
  view: { kind: "record" },
  async run(context, { ids }): Promise<Result> {
    await context.confirm(
      ids.length === 1 ? `Delete conversation ${ids[0]}?` : `Delete ${ids.length} conversations?`,
    );
    const deleted = await changeEvery(
      context,
      "delete_simulation_result",
      ids,
      (simulation_result_id) => ({ params: { simulation_result_id } }),
      { things: "conversations", done: "deleted" },
    );
    return oneOrRows(deleted, ["deleted_simulation_result_id", "message"]);
  },
});
