import { defineCommand, option } from "../command.ts";
import { readPolicies } from "../policies/shared/file.ts";
import { allowMissing, requireSentences } from "../policies/shared/of-prompt.ts";
import { storePolicies } from "../policies/shared/store.ts";
import { agentOption } from "../shared/agent-option.ts";
import { draftFields, draftOptions, fileArg, readText } from "../versions/draft.ts";
import { PROMPTS } from "../versions/kinds.ts";
import { createLabelled, moveLabels, stillCreated } from "../versions/override.ts";
import { versionRows } from "../versions/view.ts";

export const command = defineCommand({
  needs: ["create_prompt_version"],
  about:
    "The text is sent unchanged. If the latest version already has this text, nothing is sent, and the output is " +
    "that version's record. A label that is on another version is refused (exit code 6) unless you move it with " +
    "--override, which also gives a version that has this text the labels that it lacks. With --policies, the decisions of a file of `policies review` are stored with the " +
    "version; the file is checked first, and nothing is sent if the text lacks the sentence of an accepted policy.",
  args: { file: fileArg },
  options: {
    agent: agentOption,
    ...draftOptions,
    policies: option("--policies <file>", "store the decisions of this file with the version"),
    allow_missing: allowMissing,
  },
  examples: [
    ["parley prompts push prompt.txt -m 'shorter greeting'", "a new version with a message"],
    ["parley prompts push prompt.md --policies policies.yaml", "with what was decided on its sentences"],
    ["make-prompt | parley prompts push - --label candidate", "from standard input, with a label"],
    ["parley prompts push prompt.md --label candidate --override", "a label that another version may have"],
  ],
  view: versionRows,
  async run(context, { file, agent, policies, allow_missing, override, ...draft }) {
    const prompt_text = await readText(context, file);
    const read = policies === undefined ? undefined : await readPolicies(context, policies);
    if (policies !== undefined && read && !allow_missing)
      requireSentences(policies, read.policies, prompt_text, "--allow-missing");
    const agent_id = await context.agent(agent);
    const query = { label: "latest" };
    const [latest] = await context.read("list_prompt_versions", { params: { agent_id }, query });
    if (latest?.prompt_text === prompt_text) {
      const missing = draft.label.filter((label) => !latest.labels?.includes(label));
      const moves = override && missing.length > 0;
      const labels = moves
        ? await moveLabels(context, PROMPTS, { agent_id, version: latest.version, labels: missing })
        : latest.labels;
      if (missing.length > 0 && !moves)
        await context.terminal.alert(
          `warning: nothing was sent, so version ${latest.version} did not get ${missing.join(", ")}; ` +
            `add labels with \`parley prompts label ${latest.version} ${missing.join(" ")}\``,
        );
      if (read) await storePolicies(context, { agent_id, version: latest.version }, read);
      const sent = [
        ...(moves ? [`${missing.join(", ")} moved to it`] : []),
        ...(read ? [`${policies} was stored with it`] : []),
      ];
      return {
        data: { ...latest, labels },
        ids: [latest.version],
        hint: `version ${latest.version} already has this text; ${sent.length > 0 ? `only ${sent.join(" and ")}` : "nothing was sent"}`,
      };
    }
    const wanted = { agent_id, labels: draft.label, override };
    const data = await createLabelled(context, PROMPTS, wanted, (label) => {
      const body = { prompt_text, ...draftFields({ ...draft, label }) };
      return context.change("create_prompt_version", { params: { agent_id }, body });
    });
    if (read)
      await storePolicies(context, { agent_id, version: data.version }, read).catch((error: unknown) => {
        throw stillCreated(
          error,
          `store its policies with \`parley policies apply ${policies} --agent ${agent_id} --prompt ${data.version}\``,
        );
      });
    return {
      data,
      ids: [data.version],
      hint:
        `next: \`parley release check <simulation-id> --prompt ${data.version}\` tests version ${data.version}, ` +
        `\`parley prompts promote ${data.version} production --agent ${agent_id}\` releases it`,
    };
  },
});
