import { usage } from "../../failure.ts";
import { agentOption } from "../agent-option.ts";
import { arg, defineCommand, option } from "../command.ts";
import { labelText, versionNumber } from "../versions/words.ts";
import { expectOption } from "./expect-option.ts";
import { moveLabel } from "./move-label.ts";

export const command = defineCommand({
  about: "The same diff, question and checks as `parley prompts promote`, and the same data with --json.",
  args: { label: arg("<label>", "the label to move back", labelText) },
  options: {
    to: option("--to <version>", "the version that gets the label", versionNumber),
    expect: expectOption,
    agent: agentOption,
  },
  examples: [["parley prompts rollback production --to 3", "version 3 is in production again"]],
  view: { kind: "record" },
  async run(context, { label, to, expect, agent }) {
    if (to === undefined)
      throw usage("to which version?", {
        hint: "give --to <version>; `parley prompts list` shows the versions",
      });
    return {
      data: await moveLabel(context, {
        agent_id: await context.agent(agent),
        label,
        to: { version: to },
        expect,
      }),
    };
  },
});
