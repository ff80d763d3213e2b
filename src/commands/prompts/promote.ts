import { agentOption } from "../agent-option.ts";
import { arg, defineCommand } from "../command.ts";
import { labelText, versionWord } from "../versions/words.ts";
import { expectOption } from "./expect-option.ts";
import { moveLabel } from "./move-label.ts";

export const command = defineCommand({
  about:
    "Shows the diff against the version that holds the label now, asks, moves the label and reads it back. Where " +
    "the label is there already nothing is sent. With --json: {label, previous_version, version, moved, rollback}, " +
    "where rollback is the command that takes the move back.",
  args: {
    version: arg("<version|label>", "the version that gets the label, or a label that it holds", versionWord),
    label: arg("<label>", "the label to move", labelText),
  },
  options: {
    expect: expectOption,
    agent: agentOption,
  },
  examples: [
    ["parley prompts promote 4 production", "shows what changes, asks, and moves the label to version 4"],
    [
      "parley prompts promote candidate production --expect 3 --yes",
      "in a pipeline: only away from version 3",
    ],
    ["parley prompts promote latest production --dry-run", "the diff and the request, nothing sent"],
  ],
  view: { kind: "record" },
  async run(context, { version, label, expect, agent }) {
    return {
      data: await moveLabel(context, { agent_id: await context.agent(agent), label, to: version, expect }),
    };
  },
});
