import { type LabelMove, movesOf } from "../../release/history.ts";
import type { View } from "../../render/view.ts";
import { type Command, defineCommand, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { agentOption } from "../shared/agent-option.ts";
import type { VersionKind } from "./kinds.ts";
import { historyOption, movesInFile } from "./move-options.ts";
import { type KeptMove, keptMoves } from "./service-history.ts";

interface Row {
  readonly version: number;
  readonly labels: readonly string[];
  readonly commit_message: string | null;
  readonly id: string | null;
  /** Label moves to this version, newest first. */
  readonly moves: readonly LabelMove[];
}

const view = {
  kind: "rows",
  columns: [
    "version",
    "labels",
    { title: "message", value: "commit_message" },
    { title: "moves", value: ({ moves }: Row) => moves.map(describe).join("; ") },
  ],
  empty: "no versions",
} as const satisfies View;

/** `production from 3 (promote, 2026-11-01T12:00:00Z)` */
const describe = ({ label, previous_version, action, at, moved_by }: LabelMove & Partial<KeptMove>) =>
  `${label}${previous_version === null ? "" : ` from ${previous_version}`} (${action}${moved_by ? ` by ${moved_by}` : ""}, ${at})`;

/** `prompts history` and `kb history`. */
export const historyCommand = (kind: VersionKind): Command =>
  defineCommand({
    needs: [kind.operations.list],
    about:
      "Shows the versions, their current labels, and the label moves recorded in the release history: the service's, or the file of --history and of services that keep none. With --json: " +
      `[{version, labels, commit_message, id, moves}], newest first.`,
    options: {
      limit: option("--limit <n>", "at most this many (the service's default: 50)", integerFrom(1)),
      history: historyOption,
      agent: agentOption,
    },
    examples: [
      [`parley ${kind.group} history`, "which version has which label, and how it got there"],
      [
        `parley ${kind.group} history --json --query "[?contains(labels, 'production')].moves[0]"`,
        "the move that put the current version into production",
      ],
    ],
    view,
    async run(context, { limit, history, agent }) {
      const agent_id = await context.agent(agent);
      const kept = history === undefined ? await keptMoves(context, kind, agent_id) : undefined;
      const moves: readonly LabelMove[] = kept ?? (await movesInFile(context, history)).moves;
      const { base_url } = await context.settings();
      const versions = await kind.list(context, agent_id, { limit });
      const labels = new Set(moves.map(({ label }) => label));
      const moves_in_file = [...labels]
        .flatMap((label) => movesOf(moves, { base_url: base_url.value, agent_id, kind: kind.kind, label }))
        .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
      const data: Row[] = versions.map(({ version, labels, commit_message, id }) => ({
        version,
        labels,
        commit_message,
        id,
        moves: moves_in_file.filter((move) => move.version === version),
      }));
      return { data };
    },
  });
