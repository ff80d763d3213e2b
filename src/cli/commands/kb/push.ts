import { agentOption } from "../agent-option.ts";
import { defineCommand } from "../command.ts";
import { draftFields, draftOptions, fileArg, readText } from "../versions/draft.ts";
import { versionRows } from "../versions/view.ts";

export const command = defineCommand({
  about: "The text is sent unchanged; the service numbers the version.",
  args: { file: fileArg },
  options: { agent: agentOption, ...draftOptions },
  examples: [
    ["parley kb push kb.md -m 'opening hours' --label candidate", "a new version with a message and a label"],
    ["make-kb | parley kb push - --metadata build=42", "from standard input, with metadata"],
  ],
  view: versionRows,
  async run(context, { file, agent, ...draft }) {
    const kb_text = await readText(context, file);
    const params = { agent_id: await context.agent(agent) };
    const body = { kb_text, ...draftFields(draft) };
    const data = await context.change("create_knowledge_base_version", { params, body });
    return { data, ids: [data.version] };
  },
});
