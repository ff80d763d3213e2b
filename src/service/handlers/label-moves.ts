/** The release history: who moved which label, when, and with what proof. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { countsOf, offsetOf } from "../domain/page.ts";
import { conflict, notFound } from "../errors.ts";
import type { Database } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

export const labelMoveHandlers = {
  async list_label_moves({ organization_id, params, query: { label, kind, ...page } }, { db }) {
    const { id } = await requireAgent(db, organization_id, params.agent_id);
    let moves = selectMoves(db).where("label_move.agent_id", "=", id);
    if (label !== undefined) moves = moves.where("label_move.label", "=", label);
    if (kind !== undefined) moves = moves.where("label_move.kind", "=", kind as "prompt");
    const { total } = await moves
      .clearSelect()
      .select((row) => row.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    const rows = await moves
      .orderBy("label_move.id", "desc")
      .limit(page.page_size)
      .offset(offsetOf(page))
      .execute();
    return { moves: rows.map(show), ...countsOf(page, Number(total), rows.length) };
  },

  async explain_label_move({ organization_id, key_id, params, body }, { write }) {
    return write(async (transaction) => {
      await requireAgent(transaction, organization_id, params.agent_id);
      const newest = await selectMoves(transaction)
        .where("label_move.agent_id", "=", params.agent_id)
        .where("label_move.label", "=", body.label)
        .where("label_move.kind", "=", body.kind)
        .orderBy("label_move.id", "desc")
        .limit(1)
        .executeTakeFirst();
      if (!newest) throw notFound("move of label", body.label);
      if (newest.version !== body.version || newest.key_id !== key_id)
        throw conflict(
          `the newest move of "${body.label}" is another, to version ${newest.version ?? "none"}`,
        );
      const changes = {
        action: body.action,
        evidence: body.evidence ? JSON.stringify(body.evidence) : null,
      };
      await transaction.updateTable("label_move").set(changes).where("id", "=", newest.id).execute();
      return show({ ...newest, ...changes });
    });
  },
} satisfies Partial<Handlers>;

const selectMoves = (db: Kysely<Database>) =>
  db
    .selectFrom("label_move")
    .leftJoin("api_key", "api_key.id", "label_move.key_id")
    .selectAll("label_move")
    .select("api_key.name as moved_by");

type Shown = Awaited<ReturnType<ReturnType<typeof selectMoves>["execute"]>>[number];

const show = ({ id: _, organization_id: __, created_at, evidence, ...move }: Shown): Output<"LabelMove"> => ({
  at: created_at,
  ...move,
  evidence: evidence === null ? null : JSON.parse(evidence),
});
