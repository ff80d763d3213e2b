import { agentOption } from "../agent-option.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["list_customer_personas"],
  about: "Lists the agent's personas and those for every agent.",
  options: { agent: agentOption },
  examples: [["parley personas list --agent 101", "who calls agent 101"]],
  view: {
    kind: "rows",
    columns: [
      "id",
      "name",
      "goal",
      { title: "agent_id", value: "agent_id", absent: "every agent" },
      "description",
    ],
    empty: "no personas",
  },
  async run(context, { agent }) {
    const agent_id = await context.agent(agent);
    return { data: await context.read("list_customer_personas", { params: { agent_id } }) };
  },
});
