import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";
import { pickVersion } from "../versions/find.ts";
import { KNOWLEDGE_BASES } from "../versions/kinds.ts";
import { warnOfControls } from "../versions/warn-of-controls.ts";
import { versionWord } from "../versions/words.ts";

export const command = defineCommand({
  needs: ["list_knowledge_base_versions"],
  about:
    "Prints the text of the version. A terminal gets it without control characters; a pipe or a file gets it " +
    "unchanged, with a warning if it has any. With --json, prints the whole record. A number is a version, anything else a " +
    "label.",
  args: { version: arg("<version|label>", "a version, or a label on it", versionWord) },
  options: { agent: agentOption },
  examples: [
    ["parley kb show production > kb.md", "saves the text in production to a file"],
    ["parley kb show 3 --json", "the record of version 3"],
  ],
  view: { kind: "text", text: (data: { kb_text: string }) => data.kb_text, exact: true },
  async run(context, { version, agent }) {
    const agent_id = await context.agent(agent);
    const query = version;
    const answer = await context.read("list_knowledge_base_versions", { params: { agent_id }, query });
    const data = pickVersion(answer, version, KNOWLEDGE_BASES, agent_id);
    await warnOfControls(context, data.kb_text);
    return { data };
  },
});
