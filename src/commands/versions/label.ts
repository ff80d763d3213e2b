import { Failure } from "../../failure.ts";
import { agentOption } from "../agent-option.ts";
import { arg, type Command, defineCommand, flag } from "../command.ts";
import type { VersionKind } from "./kinds.ts";
import { labelText, versionNumber } from "./words.ts";

/** `prompts label` and `kb label`. */
export const labelCommand = (kind: VersionKind): Command =>
  defineCommand({
    needs: [kind.operations.add_labels],
    about:
      "Prints the labels that the version has afterwards. A label that another version holds is refused (exit code " +
      `6) unless --override moves it. \`parley ${kind.group} promote\` moves one with a diff and a check.`,
    args: {
      version: arg("<version>", "the version that gets the labels", versionNumber),
      labels: arg("<label...>", "labels to add", labelText),
    },
    options: {
      override: flag("--override", "take a label away from the version that holds it"),
      agent: agentOption,
    },
    examples: [
      [`parley ${kind.group} label 4 candidate`, "version 4 holds the label `candidate`"],
      [`parley ${kind.group} label 4 candidate --override`, "the same, where another version held it"],
    ],
    view: { kind: "record" },
    async run(context, { version, labels, override, agent }) {
      const agent_id = await context.agent(agent);
      const data = await kind
        .addLabels(context, { agent_id, version, labels, override })
        .catch((error: unknown) => {
          throw error instanceof Failure && error.outcome === "conflict" ? withHint(error) : error;
        });
      return { data };
    },
  });

const withHint = ({ outcome, message, options }: Failure) =>
  new Failure(outcome, message, { ...options, hint: "--override moves the label to this version" });
