import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";
import { pickVersion } from "../versions/find.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { warnOfControls } from "../versions/warn-of-controls.ts";
import { versionWord } from "../versions/words.ts";

export const command = defineCommand({
  about:
    "Prints the text of the version. A terminal gets it without control characters; a pipe or a file gets it " +
    "unchanged, with a warning if it has any. With --json, prints the whole record. A number is a version, anything else a " +
    "label.",
  args: { version: arg("<version|label>", "a version, or a label on it", versionWord) },
  options: { agent: agentOption },
  examples: [
    ["parley prompts show production > prompt.txt", "saves the text in production to a file"],
    ["parley prompts show 3 --json", "the record of version 3"],
  ],
  view: { kind: "text", text: (data: { prompt_text: string }) => data.prompt_text, exact: true },
  async run(context, { version, agent }) {
    const agent_id = await context.agent(agent);
    const query = version;
    const answer = await context.read("list_prompt_versions", { params: { agent_id }, query });
    const data = pickVersion(answer, version, PROMPTS, agent_id);
    await warnOfControls(context, data.prompt_text);
    return { data };
  },
});
