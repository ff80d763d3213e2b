import type { Context } from "../../context.ts";
import { Failure, usage } from "../../failure.ts";
import { holdersBack, movesOf } from "../../release/history.ts";
import { readHistory } from "../../release/history-file.ts";
import { agentOption } from "../agent-option.ts";
import { arg, type Command, defineCommand, option } from "../command.ts";
import { holderOf } from "./find.ts";
import type { VersionKind } from "./kinds.ts";
import { moveLabel } from "./move-label.ts";
import { historyFile, moveOptions } from "./move-options.ts";
import { labelText, versionNumber } from "./words.ts";

/** `prompts rollback` and `kb rollback`. */
export const rollbackCommand = (kind: VersionKind, note = ""): Command =>
  defineCommand({
    about:
      "Without --to it goes back to the version that held the label before, by the history; again, to the one before " +
      `that. The same diff, question and checks as \`parley ${kind.group} promote\`, and the same data with --json.${note}`,
    args: { label: arg("<label>", "the label to move back", labelText) },
    options: {
      to: option(
        "--to <version>",
        "the version that gets the label (default: by the history)",
        versionNumber,
      ),
      ...moveOptions,
      agent: agentOption,
    },
    examples: [
      [`parley ${kind.group} rollback production`, "what was in production before is there again"],
      [`parley ${kind.group} rollback production --to 3`, "version 3 is in production again"],
    ],
    view: { kind: "record" },
    async run(context, { label, to, expect, history, agent }) {
      const agent_id = await context.agent(agent);
      const known =
        to === undefined
          ? await byHistory(context, kind, { agent_id, label, history })
          : { version: to, expect: undefined };
      const { version } = known;
      return {
        data: await moveLabel(context, kind, {
          action: "rollback",
          agent_id,
          label,
          to: { version },
          expect: expect ?? known.expect,
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

/** The version before the present one, and the present one, on which the history and the service must agree. */
async function byHistory(
  context: Context,
  kind: VersionKind,
  { agent_id, label, history }: Place,
): Promise<{ readonly version: number; readonly expect: number }> {
  await context.requireConfirmable(`Move ${label}?`);
  const [file, within] = await historyFile(context, history);
  const { base_url } = await context.settings();
  const place = { base_url: base_url.value, agent_id, kind: kind.kind, label };
  const [present, before] = holdersBack(movesOf(await readHistory(file, within), place));
  const hint = `give --to <version>; \`parley ${kind.group} list --agent ${agent_id}\` shows the versions`;
  if (present === undefined) throw usage(`the history knows no move of ${label}`, { where: file, hint });
  const holder = await holderOf(context, kind, agent_id, label);
  if (holder?.version !== present)
    throw new Failure(
      "conflict",
      `${label} is on ${holder ? `version ${holder.version}` : "no version"}; by the history it is on version ${present}`,
      { where: file, code: "expectation", hint: `nothing was sent; ${hint}` },
    );
  if (before === undefined)
    throw usage(`the history knows no version that held ${label} before version ${present}`, {
      where: file,
      hint,
    });
  return { version: before, expect: present };
}
