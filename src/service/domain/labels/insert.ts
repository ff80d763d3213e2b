import type { Kysely } from "kysely";
import { LabelCreate } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import { badRequest, conflict } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import type { Database, Row } from "../../store/schema.ts";
import { unknownFieldsOf } from "../unknown-fields.ts";
import { isReserved } from "./reserved.ts";

/**
 * Inserts a free-standing label. An explicit `id` (from a seed) is kept. 400 for the text of a reserved
 * label, 409 if the agent has the label already.
 */
export async function insertLabel(
  transaction: Kysely<Database>,
  { now, newId }: Clock & Ids,
  agent_id: number,
  body: Output<"LabelCreate">,
  id: string = newId(),
): Promise<Row<"label">> {
  const { label_text, color = null } = body;
  await requireUnused(transaction, agent_id, label_text);
  return transaction
    .insertInto("label")
    .values({
      id,
      agent_id,
      label_text,
      color,
      unknown_fields: unknownFieldsOf(LabelCreate, body),
      created_at: now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Checks that a label of this agent can have a text. 400 if it is reserved, 409 if another label has it. */
export async function requireUnused(transaction: Kysely<Database>, agent_id: number, label_text: string) {
  if (isReserved(label_text)) throw badRequest(`"${label_text}" is a reserved label; choose another text`);
  const taken = await transaction
    .selectFrom("label")
    .select("id")
    .where("agent_id", "=", agent_id)
    .where("label_text", "=", label_text)
    .executeTakeFirst();
  if (taken) throw conflict(`the label "${label_text}" already exists, with the id ${taken.id}`);
}
