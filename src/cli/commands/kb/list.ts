import { defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { versionFilters, versionRows } from "../versions/view.ts";

export const command = defineCommand({
  needs: ["list_knowledge_base_versions"],
  options: { agent: agentOption, ...versionFilters },
  examples: [
    ["parley kb list --agent 101", "agent 101's knowledge base versions and their labels"],
    ["parley kb list --label production --query '[0].id'", "the id of the version in production"],
  ],
  view: versionRows,
  async run(context, { agent, ...query }) {
    const agent_id = await context.agent(agent);
    return { data: await context.read("list_knowledge_base_versions", { params: { agent_id }, query }) };
  },
});
