import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_agent"],
  about:
    "Also deletes the agent's prompt and knowledge base versions and its labels. An agent that has simulations, calls or " +
    "workflows cannot be deleted, because their results would no longer say what was tested: exit code 6.",
  args: { agent_id: arg("<agent-id>", "id of the agent", integerFrom(1)) },
  examples: [["parley agents delete 103 --yes", "deletes an agent without asking"]],
  view: { kind: "record" },
  async run(context, { agent_id }) {
    await context.confirm(`Delete agent ${agent_id} with its versions and labels?`);
    return { data: await context.change("delete_agent", { params: { agent_id } }) };
  },
});
