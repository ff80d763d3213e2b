import { defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { versionFilters, versionRows } from "../versions/view.ts";

export const command = defineCommand({
  options: { agent: agentOption, ...versionFilters },
  examples: [
    ["parley prompts list --agent 101", "agent 101's prompt versions and their labels"],
    ["parley prompts list --label production --json --query '[0].version'", "which version is in production"],
  ],
  view: versionRows,
  async run(context, { agent, ...query }) {
    const agent_id = await context.agent(agent);
    return { data: await context.read("list_prompt_versions", { params: { agent_id }, query }) };
  },
});
