import { agentOption } from "../agent-option.ts";
import { arg, defineCommand, option } from "../command.ts";
import { text } from "../parsers.ts";
import { findVersion } from "../versions/find.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { versionWord } from "../versions/words.ts";
import { readPolicies } from "./file.ts";
import { storePolicies } from "./store.ts";
import { countsOf, policyRows } from "./view.ts";

export const command = defineCommand({
  needs: ["review_prompt_policies"],
  about:
    "Stores what was decided on the policies of a prompt version. Accepted policies are binding from then on: " +
    "every conversation with this version, and with later ones as long as they have the sentence, fails if it " +
    "breaks one. The rules of all policies are checked against their own examples first.",
  args: { file: arg("<file>", "the file of policies", text) },
  options: {
    agent: agentOption,
    prompt: option(
      "--prompt <version|label>",
      "the prompt version to store them with (default: the one in the file, or else the latest)",
      versionWord,
    ),
  },
  examples: [
    ["parley policies apply policies.yaml", "store the decisions of a file"],
    ["parley policies apply policies.yaml --agent 101 --prompt candidate", "for another version"],
  ],
  view: policyRows,
  async run(context, { file, agent, prompt }) {
    const read = await readPolicies(context, file);
    const agent_id = agent ?? read.agent_id ?? (await context.agent(agent));
    const word = prompt ?? (read.version === undefined ? { label: "latest" } : { version: read.version });
    const { version } = await findVersion(context, PROMPTS, agent_id, word);
    const data = await storePolicies(context, { agent_id, version }, read);
    return {
      data,
      hint: `${countsOf(read.policies)}; stored with prompt version ${version} of agent ${agent_id}`,
    };
  },
});
