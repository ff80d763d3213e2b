import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["get_label"],
  args: { label_id: arg("<label-id>", "id of the label, from `parley labels list`") },
  options: { agent: agentOption },
  examples: [
    ["parley labels show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --agent 101", "which versions it is on"],
  ],
  view: { kind: "record" },
  async run(context, { label_id, agent }) {
    const agent_id = await context.agent(agent);
    return { data: await context.read("get_label", { params: { agent_id, label_id } }) };
  },
});
