import { agentOption } from "../agent-option.ts";
import { defineCommand } from "../command.ts";
import { draftFields, draftOptions, fileArg, readText } from "../versions/draft.ts";
import { versionRows } from "../versions/view.ts";

export const command = defineCommand({
  needs: ["create_prompt_version"],
  about:
    "The text is sent unchanged. If the latest version already has this text, nothing is sent, and the output is " +
    "that version's record.",
  args: { file: fileArg },
  options: { agent: agentOption, ...draftOptions },
  examples: [
    ["parley prompts push prompt.txt -m 'shorter greeting'", "a new version with a message"],
    ["make-prompt | parley prompts push - --label candidate", "from standard input, with a label"],
  ],
  view: versionRows,
  async run(context, { file, agent, ...draft }) {
    const prompt_text = await readText(context, file);
    const agent_id = await context.agent(agent);
    const query = { label: "latest" };
    const [latest] = await context.read("list_prompt_versions", { params: { agent_id }, query });
    if (latest?.prompt_text === prompt_text) {
      const missing = draft.label.filter((label) => !latest.labels?.includes(label));
      if (missing.length > 0)
        await context.terminal.alert(
          `warning: nothing was sent, so version ${latest.version} did not get ${missing.join(", ")}; ` +
            `add labels with \`parley prompts label ${latest.version} ${missing.join(" ")}\``,
        );
      return {
        data: latest,
        ids: [latest.version],
        hint: `version ${latest.version} already has this text; nothing was sent`,
      };
    }
    const body = { prompt_text, ...draftFields(draft) };
    const data = await context.change("create_prompt_version", { params: { agent_id }, body });
    return {
      data,
      ids: [data.version],
      hint:
        `next: \`parley release check <simulation-id> --prompt ${data.version}\` tests version ${data.version}, ` +
        `\`parley prompts promote ${data.version} production --agent ${agent_id}\` releases it`,
    };
  },
});
