import { arg, defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";

export const command = defineCommand({
  args: { prompt_id: arg("<prompt-id>", "id of the version, from `parley prompts list`") },
  options: { agent: agentOption },
  examples: [
    [
      "parley prompts delete 0b9e1c2a-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes",
      "deletes the version without asking",
    ],
  ],
  view: { kind: "record" },
  async run(context, { prompt_id, agent }) {
    const agent_id = await context.agent(agent);
    await context.confirm(`Delete prompt ${prompt_id} of agent ${agent_id}?`);
    return { data: await context.change("delete_prompt", { params: { agent_id, prompt_id } }) };
  },
});
