import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  about:
    "Deletes one version of a knowledge base for good, by its id. `parley kb delete-version` takes its number.",
  args: { kb_id: arg("<kb-id>", "id of the version, as `parley kb list` shows it") },
  options: { agent: agentOption },
  examples: [["parley kb delete 0b9e… --yes", "deletes the version without asking"]],
  view: { kind: "record" },
  async run(context, { kb_id, agent }) {
    const agent_id = await context.agent(agent);
    await context.confirm(`Delete knowledge base ${kb_id} of agent ${agent_id}?`);
    return { data: await context.change("delete_knowledge_base", { params: { agent_id, kb_id } }) };
  },
});
