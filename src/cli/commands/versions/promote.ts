import { arg, type Command, defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import type { VersionKind } from "./kinds.ts";
import { moveLabel } from "./move-label.ts";
import { moveOptions } from "./move-options.ts";
import { checkRequirements, requireOptions } from "./require.ts";
import { labelText, versionWord } from "./words.ts";

/** `prompts promote` and `kb promote`. */
export const promoteCommand = (kind: VersionKind): Command =>
  defineCommand({
    needs: [kind.operations.list],
    about:
      "Shows the diff against the version that has the label now, asks, moves the label, reads it back and records the " +
      "move in the release history. If the label is already there, nothing is sent. With --json: {label, previous_version, " +
      `version, moved, evidence, rollback}, where rollback is the command that undoes the move.`,
    args: {
      version: arg(
        "<version|label>",
        "the version to move the label to, or another label on it",
        versionWord,
      ),
      label: arg("<label>", "the label to move", labelText),
    },
    options: { ...moveOptions, ...requireOptions, agent: agentOption },
    examples: [
      [
        `parley ${kind.group} promote 4 production`,
        "shows the changes, asks, and moves the label to version 4",
      ],
      [
        `parley ${kind.group} promote candidate production --expect 3 --yes`,
        "in a pipeline: only if version 3 is in production",
      ],
      [
        `parley ${kind.group} promote 4 production --require-run 900 --min-pass-rate 0.95 --yes`,
        "only if run 900 tested version 4 and at least 95% passed",
      ],
      [
        `parley ${kind.group} promote latest production --dry-run`,
        "shows the diff and the request without sending it",
      ],
    ],
    view: { kind: "record" },
    async run(context, { version, label, expect, history, agent, ...requirements }) {
      checkRequirements(requirements);
      const agent_id = await context.agent(agent);
      const move = {
        action: "promote",
        agent_id,
        label,
        to: version,
        expect,
        history,
        requirements,
      } as const;
      return { data: await moveLabel(context, kind, move) };
    },
  });
