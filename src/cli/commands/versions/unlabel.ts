import { usage } from "../../../lib/failure.ts";
import { arg, type Command, defineCommand, flag } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import type { VersionKind } from "./kinds.ts";
import { versionNumber } from "./words.ts";

/** `prompts unlabel` and `kb unlabel`. */
export const unlabelCommand = (kind: VersionKind): Command =>
  defineCommand({
    needs: [kind.operations.remove_labels],
    about: `Prints the version's labels afterwards. To remove all of them, use --all.`,
    args: {
      version: arg("<version>", "the version to remove labels from", versionNumber),
      labels: arg("[label...]", "labels to remove"),
    },
    options: { all: flag("--all", "remove every label of the version"), agent: agentOption },
    examples: [
      [`parley ${kind.group} unlabel 3 candidate`, "removes the label `candidate` from version 3"],
      [`parley ${kind.group} unlabel 3 --all`, "removes every label from version 3"],
    ],
    view: { kind: "record" },
    async run(context, { version, labels = [], all, agent }) {
      if (labels.length === 0 && !all)
        throw usage("no labels given", { hint: "name them, or give --all for every label on the version" });
      if (labels.length > 0 && all)
        throw usage("labels and --all cannot be used together", { hint: "give one of them" });
      const agent_id = await context.agent(agent);
      return { data: await kind.removeLabels(context, { agent_id, version, labels }) };
    },
  });
