import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["delete_simulation_result"],
  about:
    "Deletes a conversation and takes it out of the counts of its run. One that is in progress or being evaluated cannot " +
    "be deleted: exit code 6.",
  args: { result_id: arg("<result-id>", "a conversation, from `parley sim results`") },
  examples: [["parley sim delete-result 12 --yes", "deletes a conversation without asking"]],
  view: { kind: "record" },
  async run(context, { result_id }) {
    await context.confirm(`Delete conversation ${result_id}?`);
    const params = { simulation_result_id: result_id };
    return { data: await context.change("delete_simulation_result", { params }) };
  },
});
