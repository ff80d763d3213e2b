import { sanitize } from "../../terminal/sanitize.ts";
import { arg, defineCommand, option } from "../command.ts";
import { text } from "../parsers.ts";
import { agentOption } from "../shared/agent-option.ts";
import { findVersion } from "../versions/find.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { versionWord } from "../versions/words.ts";
import { bindingChanges } from "./shared/binding.ts";
import { type FilePolicy, readPolicies } from "./shared/file.ts";
import { allowMissing, requireSentences } from "./shared/of-prompt.ts";
import { storePolicies } from "./shared/store.ts";
import { countsOf, policyRows } from "./shared/view.ts";

export const command = defineCommand({
  needs: ["list_prompt_policies", "review_prompt_policies"],
  about:
    "Stores what was decided on the policies of a prompt version. Accepted policies are binding from then on: " +
    "every conversation with this version, and with later ones as long as they have the sentence, fails if it " +
    "breaks one. The rules of all policies are checked against their own examples first. Nothing is sent if the prompt " +
    "lacks the sentence of an accepted policy. If other policies would be binding than before, it shows which and asks.",
  args: { file: arg("<file>", "the file of policies", text) },
  options: {
    agent: agentOption,
    prompt: option(
      "--prompt <version|label>",
      "the prompt version to store them with (default: the one in the file, or else the latest)",
      versionWord,
    ),
    allow_missing: allowMissing,
  },
  examples: [
    ["parley policies apply policies.yaml", "shows what becomes binding, asks, and stores the decisions"],
    [
      "parley policies apply policies.yaml --agent 101 --prompt candidate --yes",
      "for another version, unasked",
    ],
  ],
  view: policyRows,
  async run(context, { file, agent, prompt, allow_missing }) {
    const read = await readPolicies(context, file);
    const agent_id = agent ?? read.agent_id ?? (await context.agent(agent));
    const word = prompt ?? (read.version === undefined ? { label: "latest" } : { version: read.version });
    const { version, text: prompt_text } = await findVersion(context, PROMPTS, agent_id, word);
    if (!allow_missing) requireSentences(file, read.policies, prompt_text, "--allow-missing");
    const params = { agent_id, version };
    if (context.asksFirst) {
      const { policies } = await context.read("list_prompt_policies", { params });
      const changes = bindingChanges(policies as FilePolicy[], read.policies);
      if (changes.length > 0) {
        await context.requireConfirmable("Store these decisions?");
        await context.terminal.alert(sanitize(changes.join("\n")));
        await context.confirm(`Store these decisions with prompt version ${version} of agent ${agent_id}?`);
      }
    }
    const data = await storePolicies(context, params, read);
    return {
      data,
      hint: `${countsOf(read.policies)}; stored with prompt version ${version} of agent ${agent_id}`,
    };
  },
});
