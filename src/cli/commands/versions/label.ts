import { arg, type Command, defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import type { VersionKind } from "./kinds.ts";
import { hintingAtOverride, overrideOption } from "./override.ts";
import { labelText, versionNumber } from "./words.ts";

/** `prompts label` and `kb label`. */
export const labelCommand = (kind: VersionKind): Command =>
  defineCommand({
    needs: [kind.operations.add_labels],
    about:
      "Prints the version's labels afterwards. A label that is on another version is refused (exit code " +
      `6) unless you move it with --override. \`parley ${kind.group} promote\` moves a label with a diff and checks.`,
    args: {
      version: arg("<version>", "the version to label", versionNumber),
      labels: arg("<label...>", "labels to add", labelText),
    },
    options: {
      override: overrideOption,
      agent: agentOption,
    },
    examples: [
      [`parley ${kind.group} label 4 candidate`, "adds the label `candidate` to version 4"],
      [`parley ${kind.group} label 4 candidate --override`, "the same, even if another version has it"],
    ],
    view: { kind: "record" },
    async run(context, { version, labels, override, agent }) {
      const agent_id = await context.agent(agent);
      const data = await kind
        .addLabels(context, { agent_id, version, labels, override })
        .catch((error: unknown) => {
          throw hintingAtOverride(error);
        });
      return { data };
    },
  });
