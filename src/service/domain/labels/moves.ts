import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import { chunks } from "../../store/chunks.ts";
import type { Database, NewRow } from "../../store/schema.ts";

/** Who makes a change. */
export interface Mover {
  readonly organization_id: string;
  readonly key_id: string;
}

type Move = Pick<NewRow<"label_move">, "agent_id" | "kind" | "label" | "previous_version" | "version">;

/** Records moves of labels, in the transaction that moves them. */
export async function recordMoves(
  transaction: Kysely<Database>,
  { now }: Clock,
  { organization_id, key_id }: Mover,
  moves: readonly Move[],
): Promise<void> {
  const created_at = now().toISOString();
  const rows = moves.map((move) => {
    const action = move.version === null ? ("unlabel" as const) : ("label" as const);
    return { ...move, organization_id, key_id, action, created_at };
  });
  for (const chunk of chunks(rows)) await transaction.insertInto("label_move").values(chunk).execute();
}
