import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";
import { explainRefusal, nameInQuestion } from "./explain.ts";

export const command = defineCommand({
  about: "A label that is reserved, or still on a version, cannot be deleted.",
  args: { label_id: arg("<label-id>", "id of the label, from `parley labels list`") },
  options: { agent: agentOption },
  examples: [
    ["parley labels delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "deletes the label without asking"],
  ],
  view: { kind: "record" },
  async run(context, { label_id, agent }) {
    const agent_id = await context.agent(agent);
    const label = await nameInQuestion(context, { agent_id, label_id });
    await context.confirm(`Delete label ${label} of agent ${agent_id}?`);
    const data = await context
      .change("delete_label", { params: { agent_id, label_id } })
      .catch((error: unknown) => explainRefusal(context, error, { agent_id, label_id }));
    return { data };
  },
});
