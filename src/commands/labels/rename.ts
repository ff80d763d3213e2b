import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";
import { labelText } from "../versions/words.ts";
import { explainRefusal, nameInQuestion } from "./explain.ts";

export const command = defineCommand({
  about: "Reserved labels cannot be renamed.",
  args: {
    label_id: arg("<label-id>", "id of the label, from `parley labels list`"),
    label_text: arg("<text>", "the new text", labelText),
  },
  options: { agent: agentOption },
  examples: [
    [
      "parley labels rename 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 experiment-c --yes",
      "renames the label without asking",
    ],
  ],
  view: { kind: "record" },
  async run(context, { label_id, label_text, agent }) {
    const agent_id = await context.agent(agent);
    const label = await nameInQuestion(context, { agent_id, label_id });
    await context.confirm(`Rename label ${label} of agent ${agent_id} to ${label_text}?`);
    const params = { agent_id, label_id };
    const data = await context
      .change("rename_label", { params, body: { label_text } })
      .catch((error: unknown) => explainRefusal(context, error, { agent_id, label_id, label_text }));
    return { data };
  },
});
