import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";
import { versionWord } from "../versions/words.ts";
import { findPrompt, type PromptVersion } from "./versions.ts";

export const command = defineCommand({
  about:
    "The text is printed to the letter; with --json the whole record. A word of digits is a version, any other a " +
    "label.",
  args: { version: arg("<version|label>", "a version, or a label that it holds", versionWord) },
  options: { agent: agentOption },
  examples: [
    ["parley prompts show production > prompt.txt", "the text that is in production, into a file"],
    ["parley prompts show 3 --json", "the record of version 3"],
  ],
  view: { kind: "text", text: (data: PromptVersion) => data.prompt_text, exact: true },
  async run(context, { version, agent }) {
    return { data: await findPrompt(context, await context.agent(agent), version) };
  },
});
