import type { Context } from "../../context.ts";
import { paintWords } from "../../release/text-diff.ts";
import { arg, type Command, defineCommand } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { diffVersions, wordsBetween } from "./diffs.ts";
import { findVersion } from "./find.ts";
import type { VersionKind } from "./kinds.ts";
import { versionWord } from "./words.ts";

interface Comparison {
  readonly from: number;
  readonly to: number;
  readonly changed: boolean;
  readonly diff: string;
  /** Only for a person at a terminal. */
  readonly words?: string;
}

/** `prompts diff` and `kb diff`. */
export const diffCommand = (kind: VersionKind): Command =>
  defineCommand({
    needs: [kind.operations.list],
    about:
      "A terminal shows the changed words as [-removed-] and {+added+}; a pipe gets a unified diff. If the texts are " +
      `the same, prints nothing. The exit code is 0 either way. With --json: {from, to, changed, diff}.`,
    args: {
      from: arg("<version|label>", "the old version", versionWord),
      to: arg("<version|label>", "the new version", versionWord),
    },
    options: { agent: agentOption },
    examples: [
      [
        `parley ${kind.group} diff production latest`,
        "what would change if the newest version went into production",
      ],
      [`parley ${kind.group} diff 3 4 --json --query changed`, "whether two versions differ"],
    ],
    view: {
      kind: "text",
      text: ({ diff, words }: Comparison) => words ?? diff,
      exact: true,
      paint: paintWords,
    },
    async run(context, { from, to, agent }) {
      const agent_id = await context.agent(agent);
      const [before, after] = await Promise.all([
        findVersion(context, kind, agent_id, from),
        findVersion(context, kind, agent_id, to),
      ]);
      const diff = await diffVersions(kind, before, after);
      const data: Comparison = {
        from: before.version,
        to: after.version,
        changed: diff !== "",
        diff,
        ...(isForPerson(context) && { words: await wordsBetween(kind, before, after) }),
      };
      return {
        data,
        ...(!data.changed && { hint: `versions ${data.from} and ${data.to} have the same text` }),
      };
    },
  });

const isForPerson = ({ globals, terminal }: Context) =>
  terminal.outIsTerminal && !globals.json && (globals.output ?? "table") === "table" && !globals.query;
