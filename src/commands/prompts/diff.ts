import { paintDiff } from "../../render/diff.ts";
import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";
import { versionWord } from "../versions/words.ts";
import { diffTexts } from "./text-diff.ts";
import { findPrompt } from "./versions.ts";

interface Comparison {
  readonly from: number;
  readonly to: number;
  readonly changed: boolean;
  readonly diff: string;
}

export const command = defineCommand({
  about:
    "Prints a unified diff; nothing where the texts are the same. The exit code is 0 either way. With --json: " +
    "{from, to, changed, diff}.",
  args: {
    from: arg("<version|label>", "the version before", versionWord),
    to: arg("<version|label>", "the version after", versionWord),
  },
  options: { agent: agentOption },
  examples: [
    ["parley prompts diff production latest", "what putting the newest version into production would change"],
    ["parley prompts diff 3 4 --json --query changed", "whether two versions differ"],
  ],
  view: { kind: "text", text: ({ diff }: Comparison) => diff, exact: true, paint: paintDiff },
  async run(context, { from, to, agent }) {
    const agent_id = await context.agent(agent);
    const [before, after] = await Promise.all([
      findPrompt(context, agent_id, from),
      findPrompt(context, agent_id, to),
    ]);
    const diff = await diffTexts(before, after);
    const data: Comparison = { from: before.version, to: after.version, changed: diff !== "", diff };
    return {
      data,
      ...(!data.changed && { hint: `versions ${data.from} and ${data.to} have the same text` }),
    };
  },
});
