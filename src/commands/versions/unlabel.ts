import { usage } from "../../failure.ts";
import { agentOption } from "../agent-option.ts";
import { arg, type Command, defineCommand, flag } from "../command.ts";
import type { VersionKind } from "./kinds.ts";
import { versionNumber } from "./words.ts";

/** `prompts unlabel` and `kb unlabel`. */
export const unlabelCommand = (kind: VersionKind): Command =>
  defineCommand({
    needs: [kind.operations.remove_labels],
    about: `Prints the labels that the version has afterwards. All of them are removed only with --all.`,
    args: {
      version: arg("<version>", "the version that loses the labels", versionNumber),
      labels: arg("[label...]", "labels to remove"),
    },
    options: { all: flag("--all", "remove every label of the version"), agent: agentOption },
    examples: [
      [`parley ${kind.group} unlabel 3 candidate`, "version 3 no longer holds `candidate`"],
      [`parley ${kind.group} unlabel 3 --all`, "version 3 holds no label"],
    ],
    view: { kind: "record" },
    async run(context, { version, labels = [], all, agent }) {
      if (labels.length === 0 && !all)
        throw usage("which labels?", { hint: "name them, or give --all for every label of the version" });
      if (labels.length > 0 && all)
        throw usage("labels and --all exclude each other", { hint: "give one of them" });
      const agent_id = await context.agent(agent);
      return { data: await kind.removeLabels(context, { agent_id, version, labels }) };
    },
  });
