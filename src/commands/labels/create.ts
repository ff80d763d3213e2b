import type { Answer, Lenient } from "../../contract/types.ts";
import { agentOption } from "../agent-option.ts";
import { arg, defineCommand, option } from "../command.ts";
import { createdView } from "../created.ts";
import { labelText } from "../versions/words.ts";
import { explainRefusal } from "./explain.ts";

export const command = defineCommand({
  needs: ["create_label"],
  about: "It is not on any version yet; `parley prompts label` adds it to one.",
  args: { label_text: arg("<text>", "text of the label", labelText) },
  options: { color: option("--color <color>", "the label's color, such as #2f81f7"), agent: agentOption },
  examples: [["parley labels create experiment-b --color '#2f81f7'", "a label with a color"]],
  view: createdView("label", ({ id, label_text, agent_id }: Lenient<Answer<"create_label">>) => ({
    id,
    name: label_text,
    of: `of agent ${agent_id}`,
  })),
  async run(context, { label_text, color, agent }) {
    const agent_id = await context.agent(agent);
    const body = { label_text, ...(color !== undefined && { color }) };
    const data = await context
      .change("create_label", { params: { agent_id }, body })
      .catch((error: unknown) => explainRefusal(context, error, { agent_id, label_text }));
    return { data, ...(data.id && { ids: [data.id] }) };
  },
});
