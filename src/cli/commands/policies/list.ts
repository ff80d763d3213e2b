import { defineCommand, option } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { findVersion } from "../versions/find.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { versionWord } from "../versions/words.ts";
import { policyRows } from "./shared/view.ts";

export const command = defineCommand({
  needs: ["list_prompt_policies"],
  about:
    "Lists what was decided on the policies of a prompt version. A sentence that an earlier version had keeps what " +
    "was decided on it there.",
  options: {
    agent: agentOption,
    prompt: option("--prompt <version|label>", "the prompt version (default: latest)", versionWord),
  },
  examples: [["parley policies list --agent 101 --prompt production", "the policies of what is released"]],
  view: { ...policyRows, empty: "nobody has reviewed the policies of this prompt yet" },
  async run(context, { agent, prompt }) {
    const agent_id = await context.agent(agent);
    const { version } = await findVersion(context, PROMPTS, agent_id, prompt ?? { label: "latest" });
    const data = await context.read("list_prompt_policies", { params: { agent_id, version } });
    const hint =
      data.policies.length > 0
        ? undefined
        : `\`parley policies draft --agent ${agent_id} --prompt ${version} --out policies.yaml\` lists what could become one`;
    return { data, ...(hint && { hint }) };
  },
});
