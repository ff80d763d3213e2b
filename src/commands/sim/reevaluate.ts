import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["re_evaluate_simulation_result"],
  about:
    "Evaluates an ended conversation again, with the agent's metrics as they are now. Its earlier outcome is dropped, and " +
    "its run is over again when the new one is there.",
  args: { result_id: arg("<result-id>", "a conversation, from `parley sim results`") },
  examples: [["parley sim reevaluate 12", "evaluates a conversation again after a metric has changed"]],
  view: { kind: "record" },
  async run(context, { result_id }) {
    const params = { simulation_result_id: result_id };
    const data = await context.change("re_evaluate_simulation_result", { params });
    return { data, hint: `see the new outcome with \`parley sim result ${result_id}\`` };
  },
});
