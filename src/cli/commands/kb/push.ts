import { defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { draftFields, draftOptions, fileArg, readText } from "../versions/draft.ts";
import { KNOWLEDGE_BASES } from "../versions/kinds.ts";
import { createLabelled } from "../versions/override.ts";
import { versionRows } from "../versions/view.ts";

export const command = defineCommand({
  about:
    "The text is sent unchanged; the service numbers the version. A label that is on another version is refused " +
    "(exit code 6) unless you move it with --override.",
  args: { file: fileArg },
  options: { agent: agentOption, ...draftOptions },
  examples: [
    ["parley kb push kb.md -m 'opening hours' --label candidate", "a new version with a message and a label"],
    ["make-kb | parley kb push - --metadata build=42", "from standard input, with metadata"],
  ],
  view: versionRows,
  async run(context, { file, agent, override, ...draft }) {
    const kb_text = await readText(context, file);
    const agent_id = await context.agent(agent);
    const wanted = { agent_id, labels: draft.label, override };
    const data = await createLabelled(context, KNOWLEDGE_BASES, wanted, (label) => {
      const body = { kb_text, ...draftFields({ ...draft, label }) };
      return context.change("create_knowledge_base_version", { params: { agent_id }, body });
    });
    return { data, ids: [data.version] };
  },
});
