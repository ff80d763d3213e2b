import { arg, defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";

export const command = defineCommand({
  about: "To delete by version number, use `parley kb delete-version`.",
  args: { kb_id: arg("<kb-id>", "id of the version, from `parley kb list`") },
  options: { agent: agentOption },
  examples: [
    ["parley kb delete 0b9e1c2a-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "deletes the version without asking"],
  ],
  view: { kind: "record" },
  async run(context, { kb_id, agent }) {
    const agent_id = await context.agent(agent);
    await context.confirm(`Delete knowledge base ${kb_id} of agent ${agent_id}?`);
    return { data: await context.change("delete_knowledge_base", { params: { agent_id, kb_id } }) };
  },
});
