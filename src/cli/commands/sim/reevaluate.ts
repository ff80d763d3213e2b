import { arg, defineCommand, type Result } from "../command.ts";
import { changeEvery, oneOrRows } from "../shared/change-every.ts";

export const command = defineCommand({
  needs: ["re_evaluate_simulation_result"],
  about:
    "Evaluates ended conversations again with the agent's current metrics. Their earlier outcomes are dropped, " +
    "and their runs stay open until the new ones are there. If a conversation has not ended, the others are still " +
    "evaluated, and the exit code is 8.",
  args: { ids: arg("<result-id...>", "conversations, from `parley sim results`") },
  examples: [["parley sim reevaluate 12", "evaluates a conversation again after a metric has changed"]],
  view: { kind: "record" },
  async run(context, { ids }): Promise<Result> {
    const queued = await changeEvery(
      context,
      "re_evaluate_simulation_result",
      ids,
      (simulation_result_id) => ({ params: { simulation_result_id } }),
      { things: "conversations", done: "queued for evaluation" },
    );
    const hint = `see the new outcome with \`parley sim result ${ids[0]}\``;
    return { hint, ...oneOrRows(queued, ["simulation_result_id", "status", "message"]) };
  },
});
