import type { Kysely } from "kysely";
import { RESERVED_LABELS } from "../../contract/values.ts";
import type { Handlers, Service } from "../handler.ts";
import type { Database } from "../store/schema.ts";

/** Every agent has the reserved labels from the start, held by no version yet. */
export async function createReservedLabels(
  transaction: Kysely<Database>,
  { now, newId }: Pick<Service, "now" | "newId">,
  agent_id: number,
): Promise<void> {
  const created_at = now().toISOString();
  await transaction
    .insertInto("label")
    .values(RESERVED_LABELS.map((label_text) => ({ id: newId(), agent_id, label_text, created_at })))
    .execute();
}

export const labelHandlers = {} satisfies Partial<Handlers>;
