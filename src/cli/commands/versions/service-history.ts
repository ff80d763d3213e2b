/** The release history that the service keeps. If the service keeps none, the file is the only history. */

import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import type { LabelMove } from "../../release/history.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";
import type { VersionKind } from "./kinds.ts";

/** The largest number that one request can ask for. */
const PAGE_SIZE = 200;

/** A move and who made it. */
export type KeptMove = LabelMove & { readonly moved_by: string };

/** An agent's newest moves of versions of a kind, oldest first; undefined if the service keeps no history. */
export async function keptMoves(
  context: Context,
  { kind }: VersionKind,
  agent_id: number,
  label?: string,
): Promise<KeptMove[] | undefined> {
  const { base_url } = await context.settings();
  const query = { kind, ...(label !== undefined && { label }), page_size: PAGE_SIZE };
  const answer = await context
    .read("list_label_moves", { params: { agent_id }, query })
    .catch((error: unknown) => {
      if (error instanceof Failure && error.options.code === "not_offered") return undefined;
      throw error;
    });
  return answer?.moves
    .map(
      (move) =>
        ({
          ...move,
          base_url: base_url.value,
          moved_by: move.moved_by ?? `key ${move.key_id}`,
        }) as KeptMove,
    )
    .reverse();
}

/** ` (moved by release-bot at 2026-11-01T12:00:00Z)`; empty if it is unknown. */
export async function moverOf(
  context: Context,
  kind: VersionKind,
  agent_id: number,
  label: string,
): Promise<string> {
  const moves = await keptMoves(context, kind, agent_id, label).catch(() => undefined);
  const last = moves?.at(-1);
  return last ? ` (moved by ${sanitizeLine(last.moved_by)} at ${last.at})` : "";
}
