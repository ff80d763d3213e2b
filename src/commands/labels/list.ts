import { agentOption } from "../agent-option.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["list_labels"],
  options: { agent: agentOption },
  examples: [["parley labels list --agent 101", "agent 101's labels and the versions they are on"]],
  view: {
    kind: "rows",
    columns: [
      { title: "label", value: "label_text" },
      "id",
      "color",
      "prompt_id",
      "knowledge_base_id",
      { title: "created", value: "created_at", kind: "time" },
    ],
    empty: "no labels",
  },
  async run(context, { agent }) {
    return { data: await context.read("list_labels", { params: { agent_id: await context.agent(agent) } }) };
  },
});
