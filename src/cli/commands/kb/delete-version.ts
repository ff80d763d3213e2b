import { arg, defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { versionNumber } from "../versions/words.ts";

export const command = defineCommand({
  about:
    "Neither the version in production nor the only one can be deleted; `latest` moves to the highest version that " +
    "remains.",
  args: { version: arg("<version>", "number of the version", versionNumber) },
  options: { agent: agentOption },
  examples: [["parley kb delete-version 3 --yes", "deletes version 3 without asking"]],
  view: { kind: "record" },
  async run(context, { version, agent }) {
    const agent_id = await context.agent(agent);
    await context.confirm(`Delete knowledge base version ${version} of agent ${agent_id}?`);
    const params = { agent_id, version };
    return { data: await context.change("delete_knowledge_base_version", { params }) };
  },
});
