import { Failure, usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { holdersBack, movesOf } from "../../release/history.ts";
import { arg, type Command, defineCommand, option } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { holderOf } from "./find.ts";
import type { VersionKind } from "./kinds.ts";
import { moveLabel } from "./move-label.ts";
import { moveOptions, movesInFile } from "./move-options.ts";
import { keptMoves } from "./service-history.ts";
import { labelText, versionNumber } from "./words.ts";

/** `prompts rollback` and `kb rollback`. */
export const rollbackCommand = (kind: VersionKind): Command =>
  defineCommand({
    needs: [kind.operations.list],
    about:
      "Without --to it goes back to the version that had the label before, according to the release history; run again, to the one before " +
      `that. It has the same diff, question, checks and --json data as \`parley ${kind.group} promote\`.`,
    args: { label: arg("<label>", "the label to move back", labelText) },
    options: {
      to: option(
        "--to <version>",
        "the version to move the label to (default: from the release history)",
        versionNumber,
      ),
      ...moveOptions,
      agent: agentOption,
    },
    examples: [
      [`parley ${kind.group} rollback production`, "puts the previous version back into production"],
      [`parley ${kind.group} rollback production --to 3`, "puts version 3 back into production"],
    ],
    view: { kind: "record" },
    async run(context, { label, to, expect, history, agent }) {
      const agent_id = await context.agent(agent);
      const moves =
        to === undefined
          ? await byHistory(context, kind, { agent_id, label, history })
          : { version: to, expect: undefined };
      const { version } = moves;
      return {
        data: await moveLabel(context, kind, {
          action: "rollback",
          agent_id,
          label,
          to: { version },
          expect: expect ?? moves.expect,
          history,
        }),
      };
    },
  });

interface Place {
  readonly agent_id: number;
  readonly label: string;
  readonly history: string | undefined;
}

/** The previous version and the current one. The history and the service must agree on them. */
async function byHistory(
  context: Context,
  kind: VersionKind,
  { agent_id, label, history }: Place,
): Promise<{ readonly version: number; readonly expect: number }> {
  const { base_url } = await context.settings();
  const place = { base_url: base_url.value, agent_id, kind: kind.kind, label };
  const kept = history === undefined ? await keptMoves(context, kind, agent_id, label) : undefined;
  const { file, moves } = kept
    ? { file: "release history", moves: kept.filter(({ version }) => version !== null) }
    : await movesInFile(context, history);
  const [present, before] = holdersBack(movesOf(moves, place));
  const hint = `give --to <version>; see the versions with \`parley ${kind.group} list --agent ${agent_id}\``;
  if (present === undefined)
    throw usage(`no earlier move of ${label} is recorded here`, { where: file, hint });
  const holder = await holderOf(context, kind, agent_id, label);
  if (holder?.version !== present)
    throw new Failure(
      "conflict",
      `${label} is on ${holder ? `version ${holder.version}` : "no version"}, but according to the release history it is on version ${present}`,
      { where: file, code: "expectation", hint: `nothing was sent; ${hint}` },
    );
  if (before === undefined)
    throw usage(`no version that had ${label} before version ${present} is recorded here`, {
      where: file,
      hint,
    });
  return { version: before, expect: present };
}
